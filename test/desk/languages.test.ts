import { amharic, deskMessages, french, type MessageKey, type Messages, swahili } from 'hospital-payments/desk'
import { describe, expect, it } from 'vitest'
import { deskOf } from './support/desk.js'

const languages = { amharic, french, swahili }
const keys = Object.keys(deskMessages) as MessageKey[]
const namesOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()
/** Returns the words of a text in Latin letters, without the names of its values. */
const latinWords = (text: string) => text.replace(/\{\w+\}/g, ' ').match(/\p{Script=Latin}[\p{Script=Latin}_]*/gu) ?? []

/** Texts that are the same words in another language. */
const equal: Readonly<Record<keyof typeof languages, readonly string[]>> = {
  amharic: ['Enter'],
  french: [
    ...[
      'Pages',
      'Menu',
      'Date',
      'Net',
      'Code',
      'Signature',
      'Sessions',
      'Description',
      'Suggestion',
      'Import',
      'Imports',
    ],
  ],
  swahili: ['Enter'],
}

/** English words that stand in the texts of every language: names of formats, options, keys and examples. */
const names = new Set([
  ...['SMS', 'CSV', 'UTF', 'MiB', 'MT', 'OFX', 'camt', 'xlsx', 'zip', 'CR', 'DR', 'EC', 'X', 'Z', 'x', 'Enter'],
  ...['bank_fee', 'insurer_cut', 'cbe', 'cash', 'safe', 'https', 'http', 'origin', 'createDesk', 'basePath'],
  ...['body', 'parser'],
])
const foot = 'not yet read by a native speaker'

/** Words that no French or Swahili text has. */
const onlyEnglish =
  /\b(the|of|and|this|that|is|are|was|were|not|with|from|by|line|lines|payment|payments|bill|amount|stored|open|paid|refund|account|choose|receipt|cash)\b/i

describe('createDesk: languages', () => {
  it.each(Object.entries(languages))('%s: every text is there, with the names of its values', (_name, messages) => {
    expect(Object.keys(messages)).toEqual(keys)
    for (const key of keys) {
      expect([key, namesOf(messages[key])]).toEqual([key, namesOf(deskMessages[key])])
      if (key !== 'page.foot') expect([key, messages[key] !== '']).toEqual([key, true])
    }
  })

  it.each(Object.entries(languages))('%s: no text is left in English', (name, messages) => {
    const same = keys.filter((key) => key !== 'direction' && messages[key] === deskMessages[key])
    const allowed = equal[name as keyof typeof languages]
    expect(same.filter((key) => !allowed.includes(deskMessages[key]))).toEqual([])
  })

  it.each(Object.entries({ french, swahili }))(
    '%s: no word is English, and no letter of another script',
    (_name, texts) => {
      for (const key of keys) {
        const text = texts[key]
          .replace(foot, '')
          .replace(/\{\w+\}/g, '')
          .replaceAll('cash.safe', '')
          .replace(/bank_fee|insurer_cut/g, '')
        expect([key, onlyEnglish.exec(text)?.[0] ?? null]).toEqual([key, null])
        expect([key, /(?!\p{Script=Latin})\p{L}/u.exec(text)?.[0] ?? null]).toEqual([key, null])
      }
    },
  )

  it('amharic: every letter is Ethiopic, but for names', () => {
    for (const key of keys) {
      if (key === 'locale' || key === 'direction') continue
      const text = amharic[key].replace(foot, '')
      expect([key, latinWords(text).filter((word) => !names.has(word))]).toEqual([key, []])
      expect([key, /(?![\p{Script=Latin}\p{Script=Ethiopic}])\p{L}/u.exec(text)?.[0] ?? null]).toEqual([key, null])
    }
  })

  it.each(Object.entries(languages))(
    '%s: a text that says which button to press has the words of that button',
    (_name, texts) => {
      expect(texts['import.previewHint']).toContain(texts['import.apply'])
      expect(texts['receipt.unprinted']).toContain(texts['receipt.print'])
      expect(texts['done.printedBefore']).toContain(texts['receipt.printCopy'])
      expect(texts['attempt.mayStillPay']).toContain(texts['attempt.force'])
    },
  )

  it.each([
    ['amharic', amharic, 'am'],
    ['french', french, 'fr'],
    ['swahili', swahili, 'sw'],
  ] as const)(
    '%s: the page has its language, and says in its foot that no native speaker has read it',
    async (_name, messages, lang) => {
      const { page } = deskOf({ messages })
      const text = await page('/lines')
      expect(text).toContain(`<html lang="${lang}" dir="ltr">`)
      expect(text).toContain(`<footer class="muted">${messages['page.foot']}</footer>`)
      expect(messages['page.foot']).toContain(foot)
    },
  )

  it('english: the page has no foot', async () => {
    expect(await deskOf().page('/lines')).not.toContain('<footer')
  })

  it('a person can have a language of their own, and some texts of the hospital in it', async () => {
    const texts: Readonly<Record<string, Partial<Messages>>> = {
      almaz: amharic,
      amina: { ...swahili, 'nav.today': 'Leo asubuhi' },
    }
    const { page, who } = deskOf({ messages: ({ actor }) => texts[actor!]! })
    expect(await page('/')).toContain(amharic['nav.lines'])
    who.actor = 'amina'
    const swahiliPage = await page('/')
    expect(swahiliPage).toContain('Leo asubuhi')
    expect(swahiliPage).toContain(swahili['nav.lines'])
  })
})
