import { describe, expect, it } from 'vitest'
import { request } from '../../support/service.js'
import { codeOf, post } from '../support/server.js'

const text = JSON.stringify(request())

describe('readBody: the type of a body', () => {
  it.each([
    'application/json',
    'APPLICATION/JSON',
    'application/json;charset=utf-8',
    'application/json; charset=UTF-8',
    'application/json ; charset="utf-8"',
    'application/json; charset=utf8',
    'application/json;',
    'application/json; v=1; charset=utf-8',
    'application/json; a="b c"',
    'application/json; version=1.0; charset = utf-8',
  ])('is JSON as %s', async (type) => expect((await post(text, { 'content-type': type })).status).toBe(201))

  it.each([
    '',
    'text/json',
    'text/plain;charset=UTF-8',
    'application/vnd+json',
    'application/problem+json',
    'application/jsonx',
    'application/json+x',
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
    'application/json; charset=',
    'application/json; charset="utf-8',
    'application/json; charset=utf-8; charset=latin1',
    'application/json, text/plain',
    'application/json, application/json',
    'application/json; v',
    'application/json charset=utf-8',
    'application/json; charset=utf-8x',
    'application/json; charsetcharset=utf-8',
    'application/json; (a=b',
    'application/json; a="b"c',
    `application/json${' '.repeat(16_000)}x`,
  ])('is not taken as %s', async (type) => {
    expect(await codeOf(post(text, { 'content-type': type }))).toEqual([415, 'unsupported_media_type'])
  })

  it('needs a type, and no encoding but identity', async () => {
    expect(await codeOf(post(new TextEncoder().encode(text), {}))).toEqual([415, 'unsupported_media_type'])
    for (const encoding of ['gzip', 'br', 'identity, gzip', '']) {
      const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
      expect(await codeOf(post(text, headers))).toEqual([415, 'unsupported_media_type'])
    }
    const identity = { 'content-type': 'application/json', 'content-encoding': 'Identity' }
    expect((await post(text, identity)).status).toBe(201)
  })
})
