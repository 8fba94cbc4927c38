import { isLinear } from './growth.js'
import { worstTexts } from './worst-text.js'

/** Runs `act`. A refusal is an answer; only an overflow of the stack is none. */
function answered(act: () => unknown): void {
  try {
    const answer = act()
    if (answer instanceof Promise) answer.catch(() => undefined)
  } catch (error) {
    if (error instanceof RangeError && error.message.includes('call stack')) throw error
  }
}

/** Returns the names of the texts over which the work of `rule` grows faster than the text. */
export function slowOver(rule: (text: string) => unknown): string[] {
  const isSlow = ({ text }: (typeof worstTexts)[number]) =>
    !isLinear((length) => {
      const worst = text(length)
      return () => answered(() => rule(worst))
    })
  return worstTexts.filter(isSlow).map(({ name }) => name)
}
