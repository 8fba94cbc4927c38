/** Pictures of pages as small files: few colours, each pixel the number of one (PNG specification, colour type 3). */
import { crc32, deflateSync, inflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const maxColours = 128

export interface Size {
  readonly width: number
  readonly height: number
}

/** @throws where it is no PNG */
export function sizeOf(png: Buffer): Size {
  if (!png.subarray(0, 8).equals(signature)) throw new Error('no PNG')
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
}

function* chunksOf(png: Buffer): Generator<{ type: string; data: Buffer }> {
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at)
    yield { type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) }
    at += length + 12
  }
}

function paeth(left: number, up: number, corner: number): number {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)]
  return a <= b && a <= c ? left : b <= c ? up : corner
}

/**
 * Returns the colour of each pixel as one number, row by row, of the picture of a browser: eight bits each, with or without
 * opacity.
 */
function pixelsOf(png: Buffer): Uint32Array {
  const { width, height } = sizeOf(png)
  const size = png[25] === 6 ? 4 : 3
  const packed = [...chunksOf(png)].filter(({ type }) => type === 'IDAT').map(({ data }) => data)
  const raw = inflateSync(Buffer.concat(packed))
  const pixels = new Uint32Array(width * height)
  const stride = width * size
  let before = new Uint8Array(stride)
  for (let y = 0; y < height; y++) {
    const start = y * (stride + 1)
    const row = new Uint8Array(raw.subarray(start + 1, start + 1 + stride))
    for (let x = 0; x < stride; x++) {
      const left = x < size ? 0 : row[x - size]!
      const corner = x < size ? 0 : before[x - size]!
      const up = before[x]!
      row[x]! += [0, left, up, (left + up) >> 1, paeth(left, up, corner)][raw[start]!]!
    }
    for (let x = 0; x < width; x++) {
      const at = x * size
      pixels[y * width + x] = (row[at]! << 16) | (row[at + 1]! << 8) | row[at + 2]!
    }
    before = row
  }
  return pixels
}

function distance(a: number, b: number): number {
  const of = (shift: number) => (((a >> shift) & 255) - ((b >> shift) & 255)) ** 2
  return of(16) + of(8) + of(0)
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Returns the same picture in its most frequent colours. */
export function smallPng(png: Buffer): Buffer {
  const { width, height } = sizeOf(png)
  const pixels = pixelsOf(png)
  const counts = new Map<number, number>()
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1)
  const colours = [...counts].sort((a, b) => b[1] - a[1]).map(([colour]) => colour)
  const palette = colours.slice(0, maxColours)
  const nearest = (colour: number) =>
    palette.reduce((best, other, at) => (distance(colour, other) < distance(colour, palette[best]!) ? at : best), 0)
  const places = new Map(colours.map((colour, at) => [colour, at < maxColours ? at : nearest(colour)]))
  const rows = Buffer.alloc((width + 1) * height)
  for (const [at, pixel] of pixels.entries()) rows[at + Math.floor(at / width) + 1] = places.get(pixel)!
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 3, 0, 0, 0], 8)
  const colourBytes = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))
  const parts = [chunk('IHDR', head), chunk('PLTE', colourBytes), chunk('IDAT', deflateSync(rows, { level: 9 }))]
  return Buffer.concat([signature, ...parts, chunk('IEND', Buffer.alloc(0))])
}
