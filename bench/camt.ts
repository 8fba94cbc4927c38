/** P16: `readCamt` against a bare pass of saxes over the same file, and the memory that it takes. */
import { readCamt } from 'hospital-payments/statements'
import { SaxesParser } from 'saxes'
import { interleave, ratios, spread } from './support/measure.js'
import { atLeast, atMost, type Figure, record, times, withoutGoal } from './support/results.js'

const entries = 60_000
const rounds = 7
const pieceLength = 65_536

function entry(at: number): string {
  const number = String(at).padStart(8, '0')
  const amount = `<Amt Ccy="ETB">${(at % 9000) + 1}.50</Amt>`
  return `      <Ntry>
        <NtryRef>${at}</NtryRef>
        ${amount}
        <CdtDbtInd>CRDT</CdtDbtInd>
        <Sts><Cd>BOOK</Cd></Sts>
        <BookgDt><DtTm>2026-11-20T10:${String(at % 60).padStart(2, '0')}:00+03:00</DtTm></BookgDt>
        <ValDt><Dt>2026-11-20</Dt></ValDt>
        <AcctSvcrRef>FT26324${number}</AcctSvcrRef>
        <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
        <NtryDtls>
          <TxDtls>
            <Refs><EndToEndId>INV-2026-${number}</EndToEndId><TxId>T${number}</TxId></Refs>
            ${amount}
            <RltdPties>
              <Dbtr><Pty><Nm>Patient ${at}</Nm></Pty></Dbtr>
              <DbtrAcct><Id><Othr><Id>10001234${at}</Id></Othr></Id></DbtrAcct>
            </RltdPties>
            <RltdAgts><DbtrAgt><FinInstnId><BICFI>CBETETAA</BICFI></FinInstnId></DbtrAgt></RltdAgts>
            <RmtInf><Ustrd>Payment of bill ${at} &amp; laboratory, ward ${at % 40}</Ustrd></RmtInf>
          </TxDtls>
        </NtryDtls>
      </Ntry>
`
}

function* statement(count: number): Generator<string> {
  let text = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
  <BkToCstmrStmt>
    <GrpHdr><MsgId>1</MsgId></GrpHdr>
    <Stmt>
`
  for (let at = 0; at < count; at++) {
    text += entry(at)
    if (text.length < pieceLength) continue
    yield text
    text = ''
  }
  yield `${text}</Stmt></BkToCstmrStmt></Document>`
}

const pieces = [...statement(entries)].map((piece) => Buffer.from(piece).toString())

function bare(withListeners: boolean): void {
  const parser = new SaxesParser()
  let seen = 0
  if (withListeners) {
    parser.on('opentag', () => void seen++)
    parser.on('text', (text) => void (seen += text.length))
    parser.on('closetag', () => void seen++)
  }
  for (const piece of pieces) parser.write(piece)
  parser.close()
}

async function ours(): Promise<void> {
  let lines = 0
  for await (const line of readCamt(pieces)) lines += 'rejected' in line ? 0 : 1
  if (lines !== entries) throw new Error('lines are missing')
}

/** Megabytes of heap and typed arrays over those of the start. */
interface Memory {
  /** The most while so many entries were read, garbage included. */
  readonly peak: number
  /** At the last of them, after a collection. */
  readonly kept: number
}

async function memoryOf(count: number): Promise<Memory> {
  const used = () => {
    const { heapUsed, external } = process.memoryUsage()
    return (heapUsed + external) / 1e6
  }
  gc!()
  const before = used()
  let [peak, kept] = [0, 0]
  for await (const { row } of readCamt(statement(count))) {
    if (row % 1000 === 0) peak = Math.max(peak, used() - before)
    if (row < count) continue
    gc!()
    kept = used() - before
  }
  return { peak, kept }
}

const timings = await interleave(rounds, { ours, silent: () => bare(false), listening: () => bare(true) })
const short = await memoryOf(entries)
const long = await memoryOf(10 * entries)
const speed = `${(entries / spread(timings.ours).median).toFixed(0)} k entries/s, ${(spread(timings.ours).median / 1000).toFixed(2)} s`
const megabytes = (value: number) => `${value.toFixed(1)} MB`
const figures: Figure[] = [
  atLeast(0.5, times, {
    what: 'speed against saxes with listeners for tags and texts that do nothing',
    measured: speed,
    figure: ratios(timings.listening, timings.ours),
  }),
  withoutGoal(times, {
    what: 'speed against saxes without any listener, which keeps no text',
    measured: speed,
    figure: ratios(timings.silent, timings.ours),
  }),
  withoutGoal(megabytes, {
    what: `peak of heap and typed arrays, garbage included, ${entries} entries`,
    figure: spread([short.peak]),
  }),
  atMost(80, megabytes, {
    what: `peak of heap and typed arrays, garbage included, ${10 * entries} entries`,
    figure: spread([long.peak]),
  }),
  withoutGoal(megabytes, {
    what: 'of it kept at the last entry, after a collection',
    figure: spread([long.kept]),
  }),
]

await record({
  name: 'camt',
  about: `\`readCamt\` of a camt.053 file of ${entries.toLocaleString('en')} entries with one transaction each
(${(pieces.reduce((length, piece) => length + piece.length, 0) / 1e6).toFixed(0)} MB of text in memory, in pieces of 64 KiB), against a bare pass of saxes over the same
pieces; ${rounds} rounds, processor time. Memory: entries made while they are read, none of them kept.`,
  figures,
  notes: [
    'What grows with the file is the number of times that each entry with a reference of the bank has occurred: some 30 to 60 bytes an entry.',
  ],
})
