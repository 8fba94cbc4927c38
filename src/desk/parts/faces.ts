/** Notes and coins as a cashier counts them: a field for each face of a currency, or lines of text where its faces are not known here. */
import type { Form } from '../request/form.js'
import { typedAmount, typedCount } from './amounts.js'
import { field, hiddenField } from './forms.js'
import { type Content, type Html, markup } from './html.js'
import { CounterRefusal } from './take.js'
import type { View } from './view.js'

/** The faces of notes and coins in use, in minor units. */
const facesOf: ReadonlyMap<string, readonly number[]> = new Map([
  ['ETB', [20_000, 10_000, 5000, 1000, 500, 100, 50, 25, 10, 5]],
  ['EUR', [20_000, 10_000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1]],
  ['KES', [100_000, 50_000, 20_000, 10_000, 5000, 4000, 2000, 1000, 500, 100, 50]],
  ['USD', [10_000, 5000, 2000, 1000, 500, 200, 100, 50, 25, 10, 5, 1]],
])

const shapeOfCount = /^\d{1,9}$/

/** Writes the part of a form in which notes and coins are counted; `currency` is `null` where it is not known yet. */
export function facesPart(view: View, currency: string | null, typed: Form): Html {
  const chosen = typed.get('facesOf') || (currency ?? '')
  const faces = facesOf.get(chosen)
  const isTyped = typed.get('faces') !== '' || faces?.some((face) => typed.get(`face-${face}`) !== '') === true
  return markup`<details ${isTyped && markup` open`}>
    <summary>${view.t('faces.title')}</summary>
    <p class="muted">${view.t('faces.hint')}</p>
    ${
      faces
        ? markup`${hiddenField('facesOf', chosen)}
          <div class="grid">
            ${faces.map((face) => field(view.money(face, chosen), `face-${face}`, typed.get(`face-${face}`), markup` inputmode="numeric" maxlength="9" class="amount"`))}
          </div>`
        : markup`<label class="field"
            ><span>${view.t('faces.lines')}</span><textarea name="faces" rows="5" maxlength="2000" dir="ltr" placeholder="200 x 4">${typed.get('faces')}</textarea>
          </label>`
    }
  </details>`
}

/** Lists the faces and their counts as they were typed; a face that is no amount is `null`. */
function typedFaces(form: Form, currency: string): (readonly [face: number | null, count: string])[] {
  const fields = (facesOf.get(form.get('facesOf')) ?? []).map((face) => [face, form.get(`face-${face}`)] as const)
  const lines = form
    .get('faces')
    .split('\n')
    .filter((line) => line.trim() !== '')
  return [
    ...fields.filter(([, count]) => count !== ''),
    ...lines.map((line) => {
      const [, face = '', count = ''] = /^(.*?)[x×*](.*)$/i.exec(line.trim()) ?? []
      return [typedAmount(face.trim(), currency), count.trim()] as const
    }),
  ]
}

/** Cash that was counted, in minor units, with its notes and coins where they were entered. */
interface CountedCash {
  readonly counted: number
  readonly denominations?: Readonly<Record<string, number>>
}

/**
 * Reads cash that was counted: the sum, or notes and coins, or both.
 *
 * @throws CounterRefusal for text that is no amount or no count, and for notes and coins that do not add up to the sum
 */
export function countedCash(view: View, form: Form, name: string, currency: string): CountedCash {
  const refuse = (alert: Content) => new CounterRefusal(alert)
  const faces = typedFaces(form, currency)
  const isOfCurrency = form.get('facesOf') === '' || form.get('facesOf') === currency
  if (faces.length > 0 && !isOfCurrency) throw refuse(view.t('faces.otherCurrency'))
  const denominations: Record<string, number> = {}
  for (const [face, count] of faces) {
    if (face === null || !shapeOfCount.test(count)) throw refuse(view.t('faces.bad'))
    denominations[face] = (denominations[face] ?? 0) + Number(count)
  }
  const sum = faces.reduce((total, [face, count]) => total + face! * Number(count), 0)
  const counted = form.get(name) === '' && faces.length > 0 ? sum : typedCount(form.get(name), currency)
  if (counted === null || !Number.isSafeInteger(sum)) throw refuse(view.t('form.badAmount'))
  if (faces.length === 0) return { counted }
  if (counted !== sum) throw refuse(view.t('faces.differ'))
  return { counted, denominations }
}
