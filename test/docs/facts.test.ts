import { statSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createHospitalPayments, errorCodes, memoryRepository, paymentTransitions } from 'hospital-payments'
import * as publicIndex from 'hospital-payments'
import * as publicDesk from 'hospital-payments/desk'
import * as publicHttp from 'hospital-payments/http'
import * as publicProviders from 'hospital-payments/providers'
import { mpesaResults } from 'hospital-payments/providers'
import * as publicStatements from 'hospital-payments/statements'
import * as publicRepository from 'hospital-payments/repository'
import * as publicSql from 'hospital-payments/sql'
import { schemaSql } from 'hospital-payments/sql'
import * as publicTesting from 'hospital-payments/testing'
import * as publicWebhooks from 'hospital-payments/webhooks'
import { paymentFlags } from '../../src/domain/payments/flags.js'
import { lineOutcomes, paymentOutcomes } from '../../src/domain/reconciliation/items.js'
import { extraColumns } from '../../src/domain/report.js'
import { scopesOf } from '../../src/http/routes/route.js'
import { routesOf } from '../../src/http/routes/table.js'
import { lineColumns } from '../../src/operations/lines/export-lines.js'
import { exportColumns } from '../../src/operations/reports/export-columns.js'
import { paymentErrorOf, DatabaseFault } from '../../src/sql/core/fault.js'
import { tablesOf } from '../../src/sql/core/tables.js'
import { sourceFiles } from '../support/source-files.js'
import { propertiesOf } from './support/properties.js'
import { documents, fencesOf, handbook, isCode, pages } from './support/fences.js'
import { read, root } from './support/paths.js'
import { tableIn } from './support/tables.js'

const readme = read('README.md')
const unquoted = (cell: string) => cell.replaceAll('`', '')
/** Returns the names in code of a cell. */
const codeIn = (cell: string) => cell.split('`').filter((_, at) => at % 2 === 1)
/** Returns `formatAmount` of `formatAmount(amount, currency)`. */
const nameOf = (code = '') => code.split('(')[0]
const ofOption = (of: string) => [`Option of \`${of}\``, 'What it does'] as const
const {
  version,
  engines,
  exports: packageExports,
} = JSON.parse(read('package.json')) as { version: string; engines: { node: string }; exports: Record<string, unknown> }

const subpaths = {
  'hospital-payments/desk': publicDesk,
  'hospital-payments/http': publicHttp,
  'hospital-payments/providers': publicProviders,
  'hospital-payments/repository': publicRepository,
  'hospital-payments/sql': publicSql,
  'hospital-payments/statements': publicStatements,
  'hospital-payments/testing': publicTesting,
  'hospital-payments/webhooks': publicWebhooks,
}

/** Returns the links of a document as people click them: `tables.md#rights` of a page of `docs/`. */
function linksOf(document: string): string[] {
  return [...read(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
}

const headingsOf = (path: string) =>
  [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
    text
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )

/** Returns true for a file that is installed with the package. */
const isInstalled = (path: string) => /^(docs\/|README\.md$|CHANGELOG\.md$|LICENSE$)/.test(path)

function isLost(document: string, link: string): boolean {
  if (link.startsWith('https://')) return false
  const [target = '', heading] = link.split('#')
  const path = target === '' ? document : posix.join(posix.dirname(document), target)
  if (statSync(`${root}/${path}`, { throwIfNoEntry: false }) === undefined) return true
  if (isInstalled(document) && !isInstalled(path)) return true
  return heading !== undefined && !headingsOf(path).includes(heading)
}

describe('README.md', () => {
  it('has at most 250 lines and 20 kB, so that people read it', () => {
    expect(readme.split('\n').length).toBeLessThanOrEqual(251)
    expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(20_480)
  })

  it('begins with a payment in at most 20 lines', () => {
    const [first] = fencesOf('README.md').filter(isCode)
    expect(first?.language).toBe('js')
    expect(first?.text.split('\n').length).toBeLessThanOrEqual(20)
  })

  it('links to every page', () => {
    const reached = [...readme.matchAll(/\]\((docs\/[\w-]+\.md)/g)].map(([, page]) => page)
    expect(pages.filter((page) => !reached.includes(page))).toEqual([])
  })

  it('shows the commands for a fresh clone', () => {
    expect(readme.split('\n')).toEqual(expect.arrayContaining(['npm ci && npm test', 'npm ci && npm start']))
  })

  it('names the oldest Node that the package takes', () => {
    expect(readme).toContain(engines.node.replace('>=', 'Node '))
  })
})

describe('docs/: the documents', () => {
  it('list every function of the service', () => {
    const listed = tableIn(handbook, ['Function', 'Result']).map(([call = '']) => nameOf(codeIn(call)[0]))
    expect(listed).toEqual(Object.keys(createHospitalPayments({ repository: memoryRepository() })))
  })

  it('list every function of the group of lines', () => {
    const listed = tableIn(handbook, ['Function of `payments.lines`', 'Result']).map(([call = '']) =>
      nameOf(codeIn(call)[0]),
    )
    expect(listed).toEqual(Object.keys(createHospitalPayments({ repository: memoryRepository() }).lines))
  })

  it.each(['accounts', 'cash'] as const)('list every function of the group of %s', (group) => {
    const rows = tableIn(handbook, [`Function of \`payments.${group}\``, 'Result'])
    const listed = rows.map(([call = '']) => nameOf(codeIn(call)[0]))
    const functions = Object.keys(createHospitalPayments({ repository: memoryRepository() })[group])
    expect(listed.sort()).toEqual(functions.sort())
  })

  it('list every function of the group of statements', () => {
    const listed = tableIn(handbook, ['Function of `payments.statements`', 'Result']).map(([call = '']) =>
      nameOf(codeIn(call)[0]),
    )
    expect(listed).toEqual(Object.keys(createHospitalPayments({ repository: memoryRepository() }).statements))
  })

  it('explain every warning of an import', () => {
    const listed = tableIn(handbook, ['Warning', 'What to look at']).map(([code = '']) => unquoted(code))
    const codesOf = (file: string, type: string) => {
      const source = read(`src/domain/reconciliation/${file}.ts`)
      const [, union = ''] = new RegExp(`type ${type} =((?:\\s*\\|?\\s*'\\w+')+)`).exec(source) ?? []
      return [...union.matchAll(/'\w+'/g)].map(String)
    }
    const codes = [...codesOf('statement-import', 'ImportWarningCode'), ...codesOf('items', 'LineWarningCode')]
    expect(listed.map((code) => `'${code}'`)).toEqual(codes)
  })

  it('explain every flag of a payment', () => {
    expect(paymentFlags.filter((flag) => !handbook.includes(`\`'${flag}'\``))).toEqual([])
  })

  it('list the columns of the export of lines in their order', () => {
    const listed = tableIn(handbook, ['Column of `lines.exportCsv`', 'What it holds']).map(([name = '']) =>
      unquoted(name),
    )
    expect(listed).toEqual(lineColumns.map(({ name }) => name))
  })

  it('name everything else that the package exports', () => {
    const listed = tableIn(handbook, ['Name', 'What it is']).flatMap(([names = '']) => codeIn(names).map(nameOf))
    expect([...listed, 'createHospitalPayments'].sort()).toEqual(Object.keys(publicIndex).sort())
  })

  it('name every subpath of the package, and everything that each exports', () => {
    const rows = tableIn(handbook, ['Subpath', 'Exports', 'What for'])
    const listed = Object.fromEntries(rows.map(([path = '', names = '']) => [unquoted(path), codeIn(names).sort()]))
    const exported = Object.entries(subpaths).map(([path, module]) => [path, Object.keys(module).sort()])
    expect(listed).toEqual(Object.fromEntries(exported))
    const paths = Object.keys(packageExports).filter((path) => path !== '.' && path !== './package.json')
    expect(Object.keys(listed)).toEqual(paths.map((path) => path.replace('.', 'hospital-payments')))
  })

  it.each([
    ['createHospitalPayments', 'Option', 'Meaning', 'src/options.ts', 'HospitalPaymentsOptions'],
    ['reconcile', ...ofOption('reconcile'), 'src/operations/input/reconcile-options.ts', 'ReconcileOptions'],
    ['deliverEvents', ...ofOption('deliverEvents'), 'src/operations/events/deliver-events.ts', 'DeliverEventsOptions'],
    ['webhookSender', ...ofOption('webhookSender'), 'src/webhooks/options.ts', 'WebhookSenderOptions'],
    ['createHandler', ...ofOption('createHandler'), 'src/http/options.ts', 'HandlerOptions'],
    ['sqlRepository', ...ofOption('sqlRepository'), 'src/sql/core/options.ts', 'SqlRepositoryOptions'],
  ])('list every option of %s', (_, name, meaning, file, type) => {
    const listed = tableIn(handbook, [name, 'Default', meaning]).map(([option = '']) => unquoted(option))
    expect(listed.sort()).toEqual([...propertiesOf(file, type)].sort())
  })

  it('show what each result code of M-Pesa means for the payer', () => {
    const rows = tableIn(handbook, ['Result code', 'Outcome', 'Ask again', 'What it means'])
    const listed = Object.entries(mpesaResults).map(([code, result]) => {
      const again = result.state === 'failed' ? (result.retry ? 'yes' : 'no') : '–'
      return [`\`${code}\``, result.state, again, result.meaning]
    })
    expect(rows).toEqual(listed)
  })

  it('explain every outcome of a line and of a payment', () => {
    const listed = tableIn(handbook, ['Outcome', 'What it means', 'What to do']).map(([name = '']) => unquoted(name))
    expect(listed.sort()).toEqual([...lineOutcomes].sort())
    for (const outcome of paymentOutcomes) expect(handbook).toContain(`\`${outcome}\``)
  })

  it('list every route with its scope', () => {
    const listed = tableIn(handbook, ['Route', 'Scope', 'Answer']).map((row) => row.slice(0, 2).map(unquoted))
    const routes = routesOf({ manage: true, finance: {} }).map((route) => [
      `${route.method} ${route.path}`,
      scopesOf(route)
        .map((scopes) => scopes.join(' or '))
        .join(', ') || 'any principal',
    ])
    expect(listed.sort()).toEqual(routes.sort())
  })

  it('name the tables as the schema does', () => {
    const { prefix, ...tables } = tablesOf()
    for (const table of Object.values(tables)) {
      expect(handbook).toContain(`\`${table}\``)
      expect(schemaSql('postgres')).toContain(
        `CREATE TABLE${table.endsWith('migrations') ? ' IF NOT EXISTS' : ''} ${table} (`,
      )
    }
    expect(handbook).toContain(`| \`'${prefix}'\``)
  })

  it('show for each failure of a database the code that callers get', () => {
    const [busy = [], away = [], lost = [], , refused = [], standby = []] = tableIn(handbook, [
      'What happens',
      'What the library does',
    ])
    const codeOf = (kind: DatabaseFault['kind'], mayBeStored = false) =>
      paymentErrorOf(new DatabaseFault(kind, undefined), mayBeStored).code
    expect(busy[1]).toContain(`\`${codeOf('contention')}\``)
    expect(away[1]).toContain(`\`${codeOf('unreachable')}\``)
    expect(lost[1]).toContain(`\`${codeOf('lost', true)}\``)
    expect(refused[1]).toContain(`\`${codeOf('refused')}\``)
    expect(standby[1]).toContain(`\`${codeOf('unready')}\``)
  })

  it('show the transitions of domain/payments', () => {
    const listed = tableIn(handbook, ['From', 'To', 'How']).map(([from = '', to = '']) => ({
      from: from === '–' ? null : unquoted(from),
      to: unquoted(to),
    }))
    expect(listed).toEqual(paymentTransitions)
  })

  it('show every error code with its status, and whether to try again', () => {
    const listed = tableIn(handbook, ['Code', 'HTTP', 'Retryable', 'Meaning, and what to do'])
    const expected = Object.entries(errorCodes).map(([code, { status, retryable }]) => [
      `\`${code}\``,
      String(status),
      retryable ? 'yes' : 'no',
    ])
    expect(listed.map((row) => row.slice(0, 3))).toEqual(expected)
    expect(listed.filter(([, , , meaning = '']) => meaning.length < 30)).toEqual([])
  })

  it('list the columns of the export in their order, and which are always there', () => {
    const listed = tableIn(handbook, ['Column', 'Content'])
    expect(listed.map(([name = '']) => unquoted(name))).toEqual(exportColumns(extraColumns).map(({ name }) => name))
    const always = listed.filter(([, content = '']) => content.startsWith('always there'))
    expect(always.map(([name = '']) => unquoted(name))).toEqual(exportColumns([]).map(({ name }) => name))
  })

  it('link only to headings and files that exist, within the package where it holds them', () => {
    const lost = documents.flatMap((document) => linksOf(document).filter((link) => isLost(document, link)))
    expect(documents.flatMap(linksOf).length).toBeGreaterThan(80)
    expect(lost).toEqual([])
  })
})

describe('ARCHITECTURE.md', () => {
  const paths = sourceFiles().map(({ path }) => path)
  const named = [
    ...read('ARCHITECTURE.md').matchAll(
      /`((?:cli|domain|http|internal|operations|providers|repository|sql|statements|testing|webhooks)\/[\w./-]*)`/g,
    ),
  ].map(([, path = '']) => path)

  it('is at most 8 kB, so that people read it', () => {
    expect(Buffer.byteLength(read('ARCHITECTURE.md'))).toBeLessThanOrEqual(8000)
  })

  it('names no file that is not there', () => {
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((path) => !paths.some((file) => file.startsWith(path)))).toEqual([])
  })
})

describe('CHANGELOG.md', () => {
  it('has an entry for the version of package.json, with its day', () => {
    expect(read('CHANGELOG.md')).toMatch(
      new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\] - \\d{4}-\\d{2}-\\d{2}$`, 'm'),
    )
  })

  it('keeps a place for what comes next', () => {
    expect(read('CHANGELOG.md')).toContain('\n## [Unreleased]\n')
  })
})
