import * as publicIndex from 'hospital-payments'
import * as publicHttp from 'hospital-payments/http'
import * as publicProviders from 'hospital-payments/providers'
import * as publicRepository from 'hospital-payments/repository'
import * as publicSql from 'hospital-payments/sql'
import * as publicStatements from 'hospital-payments/statements'
import * as publicTesting from 'hospital-payments/testing'
import * as publicWebhooks from 'hospital-payments/webhooks'
import { describe, expect, it } from 'vitest'
import { publicNames } from './support/public-api.js'

describe('src/index.ts: every public name', () => {
  const names = publicNames([
    'index.ts',
    ...['http', 'providers', 'repository', 'sql', 'statements', 'testing', 'webhooks'].map(
      (entry) => `${entry}/index.ts`,
    ),
  ])

  it('is found', () => {
    const values = names.filter(({ kind }) => kind === 'value').map(({ name }) => name)
    expect(values.sort()).toEqual(
      [
        ...[publicIndex, publicHttp, publicProviders, publicRepository, publicSql, publicStatements, publicTesting],
        publicWebhooks,
      ]
        .flatMap((entry) => Object.keys(entry))
        .sort(),
    )
  })

  it('has a docstring', () => {
    expect(names.filter(({ docs }) => docs.trim() === '').map(({ name }) => name)).toEqual([])
  })

  it('has an example where it is a value', () => {
    const values = names.filter(({ kind }) => kind === 'value')
    expect(values.filter(({ example }) => example.trim() === '').map(({ name }) => name)).toEqual([])
  })
})
