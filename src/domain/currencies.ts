/**
 * Every active code that has a minor unit, by the exponent of that unit: ISO 4217 List One, maintained by SIX, as
 * published on 17 September 2026, funds codes included. Our own table because `Intl` follows CLDR, which gives the
 * digits people customarily write (none for IQD), and takes any three letters for a code.
 */
const codesByExponent = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: `
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY
    COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS
    INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR
    MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP
    STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

const entries = Object.entries(codesByExponent).flatMap(([exponent, codes]) =>
  codes
    .trim()
    .split(/\s+/)
    .map((code) => [code, Number(exponent)] as const),
)

const exponents: ReadonlyMap<string, number> = new Map(entries)

/** In alphabetical order. */
export const currencyCodes: readonly string[] = entries.map(([code]) => code).sort()

/** How many decimal digits the minor unit stands for; undefined for what is no active code or has no minor unit. */
export function minorUnitExponent(currency: string): number | undefined {
  return exponents.get(currency)
}
