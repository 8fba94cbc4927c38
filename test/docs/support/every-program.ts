/** All code that the documents and the docstrings show, as programs that run. */
import * as publicIndex from 'hospital-payments'
import * as publicHttp from 'hospital-payments/http'
import * as publicProviders from 'hospital-payments/providers'
import * as publicSql from 'hospital-payments/sql'
import * as publicStatements from 'hospital-payments/statements'
import * as publicTesting from 'hospital-payments/testing'
import * as publicWebhooks from 'hospital-payments/webhooks'
import { type SourceFile, sourceFiles } from '../../support/source-files.js'
import { exampleProgram, examplesOf } from './docstrings.js'
import { chains, documents, fencesOf } from './fences.js'
import { root } from './paths.js'
import { type Program, programOf } from './program.js'

/** Every block of the documents. */
export const fences = documents.flatMap((document) => fencesOf(document))

export const snippetPrograms: readonly Program[] = chains(fences).map(programOf)

async function programsOf(file: SourceFile): Promise<readonly Program[]> {
  const source = { path: file.path, namespace: (await import(`${root}/src/${file.path}`)) as object }
  const shared = [
    { path: 'index.ts', namespace: publicIndex },
    { path: 'http/index.ts', namespace: publicHttp },
    { path: 'providers/index.ts', namespace: publicProviders },
    { path: 'statements/index.ts', namespace: publicStatements },
    { path: 'sql/index.ts', namespace: publicSql },
    { path: 'testing/index.ts', namespace: publicTesting },
    { path: 'webhooks/index.ts', namespace: publicWebhooks },
  ]
  return examplesOf(file).map((piece) => exampleProgram(file.path, piece, [source, ...shared]))
}

/** Returns the examples of all docstrings. */
export async function docstringPrograms(): Promise<readonly Program[]> {
  return (await Promise.all(sourceFiles().map(programsOf))).flat()
}
