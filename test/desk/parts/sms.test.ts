import { describe, expect, it } from 'vitest'
import { smsFacts } from '../../../src/desk/parts/sms.js'

/** Messages in the form of each provider's; names, phones and numbers are made up. */
const confirmations = [
  [
    'M-Pesa, to a pay bill',
    'SKL4AB12QX Confirmed. Ksh1,500.00 sent to SAMPLE HOSPITAL for account OPD-5594 on 1/12/26 at 9:12 AM. New M-PESA balance is Ksh2,345.00. Transaction cost, Ksh20.00.',
    { receipt: 'SKL4AB12QX', amount: 150_000, currency: 'KES', phone: null, reference: 'OPD-5594' },
  ],
  [
    'M-Pesa, to a person',
    'SKL4AB12QX Confirmed.\nYou have received Ksh950.00 from JOHN DOE 0712345678 on 1/12/26 at 9:12 AM\nNew M-PESA balance is Ksh2,345.00',
    { receipt: 'SKL4AB12QX', amount: 95_000, currency: 'KES', phone: '0712345678', reference: null },
  ],
  [
    'M-Pesa, to a business, whose lines a field has put together',
    'BH45UU225 Confirmed.on 5/4/11 at 2:45 PMKsh950 received from JANE DOE 254712345678.Account Number 0700000021New Utility balance is Ksh50,802',
    { receipt: 'BH45UU225', amount: 95_000, currency: 'KES', phone: '254712345678', reference: '0700000021' },
  ],
  [
    'M-Pesa, in Swahili',
    'SKL4AB12QX Imethibitishwa. Ksh300.00 imetumwa kwa JOHN DOE 0112345678 tarehe 1/12/26 saa 9:12 AM',
    { receipt: 'SKL4AB12QX', amount: 30_000, currency: 'KES', phone: '0112345678', reference: null },
  ],
  [
    'M-Pesa of Ethiopia',
    'TJK4AB12PC Confirmed. You have received 500.00 Birr from 251712345678 - ABEBE on 12/10/2026 at 11:08.',
    { receipt: 'TJK4AB12PC', amount: 50_000, currency: 'ETB', phone: '251712345678', reference: null },
  ],
  [
    'telebirr',
    'Dear Hana \nYou have received ETB 1,290.00 from Abebe Kebede(2519****0409)  on 25/09/2026 13:28:52. Your transaction number is DIP54O52IR. Your current E-Money Account balance is ETB 3,594.03.',
    { receipt: 'DIP54O52IR', amount: 129_000, currency: 'ETB', phone: '2519****0409', reference: null },
  ],
  [
    'telebirr, by its link',
    'You have transferred ETB 60.00 to Abebe (2519****4025) on 17/06/2026. https://transactioninfo.ethiotelecom.et/receipt/DFH51OFIED',
    { receipt: 'DFH51OFIED', amount: 6000, currency: 'ETB', phone: '2519****4025', reference: null },
  ],
  [
    'CBE',
    'Dear Mr your Account 1*****0000 has been Credited with ETB 970.00 from Abebe Kebede, on 09/03/2026 at 07:31:20 with Ref No FT26090Y2Q8F Your Current Balance is ETB 1,119.19. Thank you for Banking with CBE! https://apps.cbe.com.et:100/?id=FT26090Y2Q8F82338166',
    { receipt: 'FT26090Y2Q8F', amount: 97_000, currency: 'ETB', phone: null, reference: null },
  ],
  [
    'CBE, by its link',
    'Dear Abebe your Account 1********8767 has been credited with ETB 750.00. Your Current Balance is ETB 5064.5. for Reciept https://apps.cbe.com.et:100/BranchReceipt/FT26232DCWR1&75628767',
    { receipt: 'FT26232DCWR1', amount: 75_000, currency: 'ETB', phone: null, reference: null },
  ],
] as const

describe('smsFacts', () => {
  it.each(confirmations)('reads a confirmation of %s', (_name, text, facts) => {
    expect(smsFacts(text)).toEqual(facts)
    // A field of one line leaves out what ends lines.
    expect(smsFacts(text.replaceAll('\n', ''))).toEqual(facts)
  })

  it('leaves every other text to be searched as it is', () => {
    for (const text of [
      ...[
        '',
        'OPD-5594',
        'SKL4AB12QX',
        '0712345678',
        'Abebe Kebede',
        'Ksh1,500.00',
        'Confirmed',
        'Ref No FT26090Y2Q8F',
      ],
      ...['CONFIRMED BOOKING OF ETB 500.00', 'transaction number of March, ETB 500.00', 'PAYMENT OPD 5594 007 CONSULT'],
      'SKL4AB12QX Confirmed.',
      'x'.repeat(5000),
    ])
      expect([text, smsFacts(text)]).toEqual([text, null])
  })

  it('reads no text for long, whatever stands in it', () => {
    for (const part of ['Account Number ', 'for account ', '25', '1,', 'transaction id ', 'A1', '*'])
      expect(smsFacts(part.repeat(20_000))).toBeNull()
  })
})
