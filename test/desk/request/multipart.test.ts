import { describe, expect, it } from 'vitest'
import { boundaryOf, readMultipart } from '../../../src/desk/request/multipart.js'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('boundaryOf', () => {
  it.each([
    ['multipart/form-data; boundary=b', 'b'],
    ['Multipart/Form-Data;boundary=----x1', '----x1'],
    ['multipart/form-data ; charset=utf-8; Boundary=b', 'b'],
    ['multipart/form-data; charset=utf-8;boundary="a b"', 'a b'],
    ['multipart/form-data;   boundary=b; charset=utf-8', 'b'],
    [`multipart/form-data; boundary=${'b'.repeat(70)}`, 'b'.repeat(70)],
    [`multipart/form-data; boundary="${'b'.repeat(70)}"`, 'b'.repeat(70)],
    [`multipart/form-data; boundary="${'b'.repeat(71)}"`, null],
    ['multipart/form-data; boundary=""', null],
    ['multipart/form-data', null],
    ['multipart/form-data-x; boundary=b', null],
    ['text/plain, multipart/form-data; boundary=b', null],
    ['', null],
    [null, null],
  ])('returns for %s %s', (contentType, boundary) => {
    expect(boundaryOf(contentType)).toBe(boundary)
  })
})

/** Writes a form of these heads, each with the text `1`. */
function formOf(...heads: string[]): string {
  return `${heads.map((head) => `--b\r\n${head}\r\n\r\n1\r\n`).join('')}--b--\r\n`
}

async function namesOf(text: string, pieces: readonly string[] = [text]): Promise<(string | null)[]> {
  async function* body() {
    for (const piece of pieces) yield bytes(piece)
  }
  const parts: (string | null)[] = []
  for await (const { name, fileName } of readMultipart(body(), 'b')) parts.push(name, fileName)
  return parts
}

const field = (rest: string) => `Content-Disposition: form-data; ${rest}`

describe('readMultipart: a part of a form', () => {
  it.each([
    [field('name="a"'), 'a', null],
    [field('name="a"; filename="t.csv"'), 'a', 't.csv'],
    [field('name="a";filename=""'), 'a', ''],
    ['content-disposition :form-data;Name="a"', 'a', null],
    [`X: content-disposition: form-data; name="b"\r\n${field('name="a"')}`, 'a', null],
    [field('name="%22a%22"; filename="1%0D%0a2%41.csv"'), '"a"', '1  2%41.csv'],
  ])('%j has its name and that of its file', async (head, name, fileName) => {
    expect(await namesOf(formOf(head))).toEqual([name, fileName])
  })

  it.each([
    [formOf('X: y'), 'has a field without a name'],
    [formOf('X: content-disposition: form-data; name="b"'), 'has a field without a name'],
    [formOf(field('xname="a"')), 'has a field without a name'],
    ['--b\r\n', 'broke off'],
    ['--bx\r\n', 'cannot be read'],
    [`--b\r\n${'x'.repeat(8193)}\r\n\r\n`, 'has a head that is too long'],
    [formOf(...Array.from({ length: 51 }, () => field('name="a"'))), 'cannot be read'],
  ])('is refused: %#', async (text, problem) => {
    await expect(namesOf(text)).rejects.toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ path: '', message: `the form ${problem}` }] },
    })
  })

  it('may be one of 50, and may have a head of 8 KiB', async () => {
    expect(await namesOf(formOf(...Array.from({ length: 50 }, () => field('name="a"'))))).toHaveLength(100)
    const head = field('name="a"').padEnd(8192 - '\r\nX: '.length, ' ')
    expect(await namesOf(formOf(`X: \r\n${head}`))).toEqual(['a', null])
  })

  it('is read where each piece is empty or one byte', async () => {
    const text = formOf(field('name="a"'), field('name="b"'))
    expect(
      await namesOf(
        text,
        [...text].flatMap((one) => ['', one]),
      ),
    ).toEqual(['a', null, 'b', null])
  })
})

it('readMultipart: releases the source of a form, read to its end or not', async () => {
  let ended = 0
  async function* body() {
    try {
      yield bytes(formOf(field('name="a"'), field('name="b"')))
      yield bytes('more')
    } finally {
      ended++
    }
  }
  for await (const part of readMultipart(body(), 'b')) if (part.name === 'a') break
  for await (const part of readMultipart(body(), 'b')) expect(part.fileName).toBeNull()
  expect(ended).toBe(2)
})
