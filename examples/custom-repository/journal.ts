import { open } from 'node:fs/promises'
import { PaymentError } from 'hospital-payments'

/** Opens a file that only grows, a line a write; it may be there already or not. */
export async function openJournal(path: string) {
  const file = await open(path, 'a+')
  const text = await file.readFile('utf8')
  // A crash in mid-write leaves half a line behind: no call has returned for it.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  await file.truncate(Buffer.byteLength(whole))
  const waiting: string[] = []
  let last = Promise.resolve()

  async function writeWaiting(): Promise<void> {
    try {
      await file.appendFile(waiting.splice(0).join(''))
      await file.datasync()
    } catch (cause) {
      throw new PaymentError('outcome_unknown', 'The journal could not be written; open it again.', { cause })
    }
  }

  return {
    lines: whole.split('\n').slice(0, -1),
    /**
     * Appends a line. Lines that come while the disk is busy are written together: fifty callers at once cost two
     * syncs, not fifty.
     */
    append: (line: string): void => {
      // After a failed write all later ones fail too, until the file is opened again: memory may be ahead of it.
      if (waiting.push(`${line}\n`) === 1) last = last.then(writeWaiting)
    },
    /** Resolves when every line appended so far will outlast a crash. */
    settled: (): Promise<void> => last,
    close: (): Promise<void> => last.catch(() => undefined).then(() => file.close()),
  }
}
