/** The two assets of the desk, as text that is part of the code; their names change with their content, so they are kept for ever. */
import { sha256 } from '../../internal/sha256.js'
import { hex } from '../../internal/encoding.js'
import { script } from './script.js'
import { style } from './style.js'

export interface Asset {
  readonly path: string
  readonly type: string
  readonly text: string
}

function assetOf(name: string, type: string, text: string): Asset {
  const [stem, ending] = name.split('.')
  return { path: `/assets/${stem}-${hex(sha256(text)).slice(0, 16)}.${ending}`, type, text }
}

export const assets = {
  style: assetOf('desk.css', 'text/css; charset=utf-8', style),
  script: assetOf('desk.js', 'text/javascript; charset=utf-8', script),
} as const satisfies Record<string, Asset>
