/** The page of a done action, for a person who may see none of the pages that show it. */
import { pageReply } from '../parts/page.js'
import type { DeskRoute } from '../route.js'

export const doneRoutes: readonly DeskRoute[] = [
  {
    method: 'GET',
    path: '/done',
    scopes: [],
    run: ({ view }) =>
      Promise.resolve(pageReply(view, { title: view.title, body: view.done() === null && view.t('page.nothingHere') })),
  },
]
