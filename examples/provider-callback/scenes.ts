/** A day at the provider: what goes well, what comes twice, late, out of order, forged, or while the power fails. */
import { confirmAtDesk } from './desk.js'
import { bill, type Hospital } from './hospital.js'
import type { Scene } from './print.js'
import { failed, paid, type Provider } from './provider.js'

export interface Cast {
  readonly hospital: Hospital
  readonly provider: Provider
  /** A sender that has the address, and not the secret. */
  readonly stranger: Provider
  failPower(): void
}

export async function playScenes({ hospital, provider, stranger, failPower }: Cast): Promise<readonly Scene[]> {
  for (const n of [1, 2, 3, 4, 5, 6, 7]) await bill(hospital, `INV-${n}`, 150_000)
  const scenes: Scene[] = []
  const scene = (sent: string, replies: Scene['replies'], note?: string) =>
    void scenes.push({ sent, replies, ...(note !== undefined && { note }) })

  const first = paid('INV-1', '1500.00', 'FT-1')
  scene('INV-1 is paid', await provider.deliver(first))
  const again = []
  for (let times = 0; times < 9; times++) again.push(await provider.send(first))
  scene('the same message nine times more', again)

  const second = paid('INV-2', '1500.00', 'FT-2')
  const ten = Array.from({ length: 10 }, () => provider.send(second))
  const desk = confirmAtDesk(hospital, 'INV-2', { receipt: 'FT-2', clerk: 'almaz' })
  const [replies, closedByDesk] = await Promise.all([Promise.all(ten), desk])
  const deskResult = closedByDesk ? 'closed it' : 'found it closed'
  scene('INV-2 is paid: ten times at once', replies, `the desk, at the same time, ${deskResult}`)

  const third = paid('INV-3', '1500.00', 'FT-3')
  scene('INV-3 is paid, says a stranger', [await stranger.send(third)])
  scene('INV-3 is paid, in another body than was signed', [
    await provider.send(paid('INV-3', '1.00', 'FT-3'), { insteadOfBody: third.body }),
  ])
  scene('INV-3 is paid, signed ten minutes ago', [await provider.send(third, { ageSeconds: 600 })])

  scene('INV-4 is paid', await provider.deliver(paid('INV-4', '1500.00', 'FT-4')))
  scene('INV-4 has failed, comes after it', await provider.deliver(failed('INV-4', 'timeout')))

  scene('INV-5 has failed', await provider.deliver(failed('INV-5', 'insufficient_funds')))
  scene('INV-5 is paid, comes after it', await provider.deliver(paid('INV-5', '1500.00', 'FT-5')))

  scene('INV-6 is paid, 100 too little', await provider.deliver(paid('INV-6', '1400.00', 'FT-6')))
  scene('INV-99 is paid, and was never billed', await provider.deliver(paid('INV-99', '1500.00', 'FT-7')))
  scene('INV-1 is paid a second time', await provider.deliver(paid('INV-1', '1500.00', 'FT-8')))
  scene('another body under an id that was used', await provider.deliver(paid('INV-3', '1500.00', 'FT-9', first.id)))

  failPower()
  const last = paid('INV-7', '1500.00', 'FT-10')
  scene('INV-7 is paid, and the power fails before the end', await provider.deliver(last))
  return scenes
}
