/** Bars drawn on the server, without a style in the page: positions are attributes of SVG. */
import type { Content, Html } from './html.js'
import { markup } from './html.js'

interface Bar {
  readonly label: Content
  readonly title: string
  /** The sum, written above the bar. */
  readonly sum: string
  /** From the bottom up, each with the number of its series. */
  readonly parts: readonly { readonly series: number; readonly value: number }[]
}

const size = { width: 640, height: 190, top: 24, bottom: 26, gap: 16 } as const

/** Draws stacked bars; the table beside the chart has the figures. */
export function barChart(title: Content, bars: readonly Bar[]): Html {
  const highest = Math.max(1, ...bars.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0)))
  const wide = size.width / bars.length
  const tall = size.height - size.bottom
  return markup`<svg class="chart" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${title}">
    <line x1="0" y1="${tall}" x2="${size.width}" y2="${tall}" class="axis" />
    ${bars.map(({ label, title: barTitle, sum, parts }, at) => {
      let top = tall
      const drawn = parts.map(({ series, value }) => {
        const height = Math.round((value / highest) * (tall - size.top) * 10) / 10
        top -= height
        return markup`<rect
          class="s${series % 6}"
          x="${at * wide + size.gap / 2}"
          y="${Math.round(top * 10) / 10}"
          width="${wide - size.gap}"
          height="${height}"
        />`
      })
      return markup`<g
        ><title>${barTitle}</title>${drawn}<text x="${at * wide + wide / 2}" y="${Math.round(top) - 7}" text-anchor="middle"
          >${sum}</text
        ><text x="${at * wide + wide / 2}" y="${size.height - 6}" text-anchor="middle"
          >${label}</text
        ></g
      >`
    })}
  </svg>`
}
