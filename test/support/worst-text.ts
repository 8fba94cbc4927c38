/** Text that makes expressions walk back: long runs of each character that means something to one, before one that breaks it. */
const runs = [
  ...[
    'a',
    'A',
    '0',
    '9',
    ' ',
    '\t',
    '\n',
    '\r',
    '.',
    '-',
    '+',
    '/',
    '=',
    '%',
    '&',
    '?',
    '"',
    "'",
    '\\',
    '{',
    '}',
    '[',
    '<',
  ],
  ...[
    '\u00a0',
    '\u200b',
    '\ufe0f',
    'é',
    'e\u0301',
    '\ufeff',
    '😀',
    '\ud800',
    '\u3000',
    '＝',
    '_',
    ',',
    ';',
    '#',
    '*',
    '!',
    '~',
  ],
  ...[
    '=a',
    ' a',
    'a.',
    '\r\n',
    '\n=',
    ' =',
    '{a',
    '{reference}',
    '%41',
    '%e2%82',
    '+ ',
    '/.',
    '"\\"',
    '\\"',
    '1.',
    '1,',
    'INV-1 ',
  ],
  ...['a=1&', 'limit=1&', '/a', '../', '%2e/', 'é.', "'=", '-1', '"a",'],
]

const starts = [
  '"',
  'bearer ',
  'application/json;',
  'application/json; charset=',
  '2026-11-20T10:00:00.',
  'pay_',
  '{',
  '+',
  '1.',
]

export interface WorstText {
  readonly name: string
  text(length: number): string
}

function worst(start: string, run: string, end: string): WorstText {
  const count = (length: number) => Math.ceil((length - start.length - end.length) / run.length)
  return { name: JSON.stringify([start, run, end]), text: (length) => start + run.repeat(count(length)) + end }
}

export const worstTexts: readonly WorstText[] = [
  ...runs.map((run) => worst('', run, '!')),
  ...['"', ' ', '0', '=a', '\ud800'].map((run) => worst('', run, '')),
  ...starts.flatMap((start) => ['a', '0', ' ', '"', '\\', '=', 'a.'].map((run) => worst(start, run, '!'))),
]
