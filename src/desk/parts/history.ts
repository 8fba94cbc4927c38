/** The history of a payment, a refund or a line, newest first. */
import { bdi, type Content, type Html, markup } from './html.js'
import { type Column, column, section, table } from './tables.js'
import type { View } from './view.js'

interface AnyEvent {
  readonly createdAt: string
  readonly actor: string | null
  readonly reason: string | null
}

const asGiven = ({ reason }: AnyEvent): Content => reason !== null && bdi(reason)

/** Writes the section of a history, with a table of the events that begins with the newest one; reasons only where there is one. */
export function historySection<Event extends AnyEvent>(
  view: View,
  events: readonly Event[],
  what: (event: Event) => Content,
  reasonOf: (event: Event) => Content = asGiven,
  ...more: readonly (Column<Event> | false)[]
): Html {
  const hasReason = events.some((event) => markup`${reasonOf(event)}`.text !== '')
  const rows = table(
    view.t('history.title'),
    events.toReversed(),
    [
      column(view.t('history.when'), ({ createdAt }) => view.instant(createdAt)),
      column(view.t('history.who'), ({ actor }) => view.by(actor)),
      column(view.t('history.what'), what),
      ...more,
      hasReason && column(view.t('form.reason'), reasonOf, 'text'),
    ],
    view.t('history.empty'),
  )
  return section(view, 'history', 'history.title', rows)
}
