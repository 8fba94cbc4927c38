/** The shape of an IBAN: the shortest, of Norway, has 15 characters, the longest that ISO 13616 allows 34. */
const shape = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/

/**
 * The length of an IBAN by country, for the countries of SEPA (EPC409-09): by mod 97 alone, one in a hundred numbers
 * passes that lack a character or have one too many.
 */
const lengthsOfSepa = `
  AD24 AL28 AT20 BE16 BG22 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FO18 FR27 GB22 GI23 GL18 GR27 HR21 HU28 IE22 IS26
  IT27 LI21 LT20 LU20 LV21 MC27 MD24 ME22 MK19 MT31 NL18 NO15 PL28 PT25 RO24 RS22 SE24 SI19 SK24 SM27 VA22`

const lengths: ReadonlyMap<string, number> = new Map(
  Array.from(lengthsOfSepa.matchAll(/([A-Z]{2})(\d\d)/g), ([, country = '', length]) => [country, Number(length)]),
)

/**
 * Computes the remainder by 97 of an IBAN as a number by ISO 7064: letters are 10 … 35, the first four characters come
 * last.
 */
function mod97(iban: string): number {
  let remainder = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder
}

/** Describes what is wrong with an IBAN without spaces (ISO 13616), or returns `null`. */
export function ibanProblem(iban: string): string | null {
  if (!shape.test(iban)) return 'must be two capitals, two digits, and 11 to 30 capitals or digits'
  const length = lengths.get(iban.slice(0, 2))
  if (length !== undefined && iban.length !== length)
    return `must have ${length} characters in ${iban.slice(0, 2)}, but has ${iban.length}`
  return mod97(iban) === 1 ? null : 'has wrong check digits: a character was mistyped or left out'
}
