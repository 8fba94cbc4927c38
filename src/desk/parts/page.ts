/** The shell of every page: head, navigation, main part; and the answers that pages are. */
import type { Reply } from '../../http/reply.js'
import { assets } from '../assets/assets.js'
import { announcementHeaders, type Done } from './done.js'
import { hospitalHead } from './hospital-head.js'
import { bdi, type Content, type Html, markup } from './html.js'
import { anyPage, cashPages, counterPages, type DeskScope, linePages, type View } from './view.js'

/** A place in the navigation. */
export type Section =
  | 'today'
  | 'lines'
  | 'rules'
  | 'payments'
  | 'imports'
  | 'refunds'
  | 'approvals'
  | 'waivers'
  | 'attempts'
  | 'days'
  | 'receipts'
  | 'reports'
  | 'audit'
  | 'counter'
  | 'session'
  | 'cash'

interface Place {
  readonly section: Section
  readonly path: string
  readonly scopes: readonly DeskScope[]
  /** True for a place of a hospital that has providers of payments. */
  readonly isOfProviders?: boolean
}

const places: readonly Place[] = [
  { section: 'today', path: '/', scopes: anyPage },
  { section: 'lines', path: '/lines', scopes: linePages },
  { section: 'rules', path: '/rules', scopes: linePages },
  { section: 'payments', path: '/payments', scopes: anyPage },
  { section: 'imports', path: '/imports', scopes: linePages },
  { section: 'refunds', path: '/refunds', scopes: anyPage },
  { section: 'approvals', path: '/approvals', scopes: anyPage },
  { section: 'waivers', path: '/waivers', scopes: anyPage },
  { section: 'attempts', path: '/attempts', scopes: anyPage, isOfProviders: true },
  { section: 'days', path: '/days', scopes: anyPage },
  { section: 'receipts', path: '/receipts', scopes: anyPage },
  { section: 'reports', path: '/reports', scopes: anyPage },
  { section: 'audit', path: '/audit', scopes: anyPage },
  { section: 'counter', path: '/counter', scopes: counterPages },
  { section: 'session', path: '/counter/session', scopes: counterPages },
  { section: 'cash', path: '/cash', scopes: cashPages },
]

/** Returns the path of the first page that a reader may see, or `null` where there is none. */
export function firstPage(view: View): string | null {
  const place = places.find(({ scopes }) => view.sees(...scopes))
  return place ? view.url(place.path) : null
}

export interface PageFacts {
  readonly status?: number
  /** The title of the page, as text for the head. */
  readonly title: string
  /** The heading of the page, where it is more than its title. */
  readonly heading?: Content
  readonly section?: Section
  readonly alert?: Content
  /** True where paper has the receipt of the page alone, without a word of the desk. */
  readonly paper?: boolean
  /** The announcement of the page when it opens, in place of that of the action before it. */
  readonly done?: Content
  readonly body: Content
}

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='3' fill='%230b5c6b'/%3E%3Cpath d='M4 5h8M4 8h8M4 11h5' stroke='white' stroke-width='1.6'/%3E%3C/svg%3E"

function navigation(view: View, current: Section | undefined): Html | null {
  const visiblePlaces = places.filter(
    ({ scopes, isOfProviders = false }) => view.sees(...scopes) && (!isOfProviders || view.providers.size > 0),
  )
  if (visiblePlaces.length === 0) return null
  return markup`<nav aria-label="${view.t('nav.label')}">
    <ul>
      ${visiblePlaces.map(
        ({ section, path }) =>
          markup`<li>
            <a href="${view.url(path)}" ${section === current && markup` aria-current="page"`}
              >${view.t(`nav.${section}`)}</a
            >
          </li>`,
      )}
    </ul>
  </nav>`
}

const encoder = new TextEncoder()

export function bytesReply(status: number, type: string, text: string, headers: Reply['headers'] = {}): Reply {
  const body = encoder.encode(text)
  return { status, headers: { 'content-type': type, 'content-length': String(body.length), ...headers }, body }
}

function brand({ logo, title }: View): Content {
  return [logo !== undefined && markup`<img class="logo" src="${logo}" alt="" /> `, title]
}

/** Writes the name of the person who is signed in, and the host's own links. */
function session(view: View): Html | null {
  const { actor, home, signOut } = view
  const parts = [
    actor !== null && view.t('nav.signedIn', { actor: bdi(actor) }),
    actor !== null && view.isReadOnly && view.t('nav.readOnly'),
    home !== undefined && markup`<a href="${home}">${view.t('nav.home')}</a>`,
    signOut !== undefined && markup`<a href="${signOut}">${view.t('nav.signOut')}</a>`,
  ].filter((part) => part !== false)
  if (parts.length === 0) return null
  return markup`<p class="who">${parts.map((part, i) => [i > 0 && ' · ', part])}</p>`
}

/** Writes the pages and the links of the head. On a phone they stand in a menu, which browsers open without scripts. */
function menu(view: View, current: Section | undefined): Html | null {
  const [pages, person] = [navigation(view, current), session(view)]
  if (pages === null && person === null) return null
  return markup`<button type="button" class="menu" popovertarget="menu">${view.t('nav.menu')}</button>
    <div id="menu" popover>${pages} ${person}</div>`
}

/** Writes the head that paper has in place of that of the screen. */
function letterhead(view: View): Html {
  const { receiptHead, title } = view
  return markup`<div class="letterhead">${receiptHead ? hospitalHead(view, receiptHead) : markup`<p class="hospital">${title}</p>`}</div>`
}

/**
 * Returns the attributes by which the answer to an action has the focus when its page opens, unless a field of the page asks for
 * it: whoever works by keyboard goes on from there, and a screen reader reads it.
 */
function focusOf(body: Html): Html | null {
  return /<[^>]*\sautofocus[\s>]/.test(body.text) ? null : markup` tabindex="-1" autofocus`
}

/** The parts of a page before its body, and the attributes of the answer to an action. */
interface Opening extends Omit<PageFacts, 'body'> {
  readonly focus: Html | null
}

/** Writes all of a page before its body. */
function opening(view: View, page: Opening): Html {
  const { title, heading = title, section, alert, done, paper, status = 200, focus } = page
  const { style, script } = assets
  const first = firstPage(view)
  return markup`<!doctype html>
    <html lang="${view.word('locale')}" dir="${view.word('direction')}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · ${view.title}</title>
        <link rel="icon" href="${icon}" />
        <link rel="stylesheet" href="${view.url(style.path)}" />
        <script src="${view.url(script.path)}" defer></script>
      </head>
      <body${paper && markup` class="paper-only"`}>
        <a class="skip" href="#main">${view.t('nav.skip')}</a>
        <header class="top">
          ${first === null ? markup`<span class="brand">${brand(view)}</span>` : markup`<a class="brand" href="${first}">${brand(view)}</a>`}
          ${menu(view, section)}
        </header>
        ${letterhead(view)}
        <main id="main" tabindex="-1">
          <h1>${heading}</h1>
          <div role="status" class="status" id="status" data-busy="${view.t('form.working')}">${done && markup`<p class="done"${focus}>${done}</p>`}</div>
          ${alertOf(alert, status < 400 ? null : focus)}`
}

/** Writes the end of a page, after its body. */
function closing(view: View): Html {
  const foot = view.word('page.foot') !== '' && markup`<footer class="muted">${view.t('page.foot')}</footer>`
  return markup`
        </main>
        ${foot}
      </body>
    </html>
`
}

function alertOf(alert: Content, focus: Html | null): Content {
  return alert && markup`<div role="alert" class="alert"${focus}>${alert}</div>`
}

export const pageType = 'text/html; charset=utf-8'

/** Answers with a whole page. */
export function pageReply(view: View, page: PageFacts, headers: Reply['headers'] = {}): Reply {
  const { status = 200, done = status < 400 && view.done() } = page
  const body = markup`${page.body}`
  const document = markup`${opening(view, { ...page, done, focus: focusOf(body) })} ${body}${closing(view)}`
  return bytesReply(status, pageType, document.text, headers)
}

/** Makes a page in two parts: the first before work that takes long, the last with its result. */
export function pageInParts(view: View, before: PageFacts) {
  return {
    first: markup`${opening(view, { ...before, focus: null })} ${before.body}`,
    last({ alert, body }: Pick<PageFacts, 'alert' | 'body'>): Html {
      const end = markup`${body}`
      return markup`${alertOf(alert, focusOf(end))}${end}${closing(view)}`
    },
  }
}

/**
 * Returns a refusal without the page that was to show it, where the reader may not see that page; `null` where the reader may.
 */
export function refusalAlone(
  view: View,
  scopes: readonly DeskScope[],
  { status, alert }: Pick<PageFacts, 'status' | 'alert'>,
): PageFacts | null {
  if (view.sees(...scopes)) return null
  return {
    status: status ?? 403,
    title: view.word('error.title'),
    alert: alert ?? view.t('error.forbidden'),
    body: null,
  }
}

/** Redirects to a page that shows no result of an action. */
export function redirectTo(location: string): Reply {
  return { status: 303, headers: { location, 'content-length': '0' }, body: null }
}

/**
 * Redirects after an action to the page that shows it, so that a reload does not repeat it; to another page where the reader
 * may not see that one.
 */
export function seeOther(view: View, done: Done, place: string, scopes: readonly DeskScope[]): Reply {
  const location = view.sees(...scopes) ? place : view.url('/done')
  return {
    status: 303,
    headers: { location, 'content-length': '0', ...announcementHeaders(done, location) },
    body: null,
  }
}
