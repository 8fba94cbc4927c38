/** The shortest of Norway has 15 characters, the longest that ISO 13616 allows 34. */
const shape = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/

/**
 * Characters of an IBAN by country, of those that SEPA reaches (EPC409-09): mod 97 alone lets one in a hundred numbers
 * pass that lack a character or have one too many.
 */
const lengthsOfSepa = `
  AD24 AL28 AT20 BE16 BG22 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FO18 FR27 GB22 GI23 GL18 GR27 HR21 HU28 IE22 IS26
  IT27 LI21 LT20 LU20 LV21 MC27 MD24 ME22 MK19 MT31 NL18 NO15 PL28 PT25 RO24 RS22 SE24 SI19 SK24 SM27 VA22`

const lengths: ReadonlyMap<string, number> = new Map(
  Array.from(lengthsOfSepa.matchAll(/([A-Z]{2})(\d\d)/g), ([, country = '', length]) => [country, Number(length)]),
)

/** The remainder by 97 of the number that ISO 7064 makes of it: letters are 10 … 35, the first four characters go last. */
function mod97(iban: string): number {
  let remainder = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder
}

/** What is wrong with an IBAN without spaces (ISO 13616), or `null`. */
export function ibanProblem(iban: string): string | null {
  if (!shape.test(iban)) return 'must be two capitals, two digits, and 11 to 30 capitals or digits'
  const length = lengths.get(iban.slice(0, 2))
  if (length !== undefined && iban.length !== length)
    return `must have ${length} characters in ${iban.slice(0, 2)}, and has ${iban.length}`
  return mod97(iban) === 1 ? null : 'has wrong check digits: a character was mistyped or left out'
}
