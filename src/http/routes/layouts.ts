/** The routes of stored layouts of CSV files and spreadsheets. */
import { layoutNotFound } from '../../domain/not-found.js'
import type { HospitalPayments } from '../../service.js'
import { jsonReply } from '../reply.js'
import { pageParameters } from '../request/parameters.js'
import { findRoute, readRoute } from './reads.js'
import { jsonBody, type Route } from './route.js'

type Layouts = HospitalPayments['layouts']

export const layoutRoutes: readonly Route[] = [
  readRoute({
    path: '/v1/layouts',
    scope: 'lines:read',
    query: pageParameters,
    operationId: 'listLayouts',
    summary: 'The stored layouts of CSV files and spreadsheets that are in use, by name.',
    answer: 'LayoutPage',
    errors: ['invalid_cursor'],
    read: ({ payments, query }) => payments.layouts.list(query),
  }),
  {
    method: 'POST',
    path: '/v1/layouts',
    scope: 'lines:write',
    query: [],
    body: jsonBody('LayoutRequest'),
    operationId: 'createLayout',
    summary: 'Store a layout under a new name; imports find it by this name, or by the columns of a file.',
    answers: [{ status: 201, schema: 'Layout' }],
    errors: ['layout_conflict'],
    async run({ payments, body, actor, basePath }) {
      const options = { actor } as Parameters<Layouts['create']>[1]
      const layout = await payments.layouts.create(body as Parameters<Layouts['create']>[0], options)
      return jsonReply(201, layout, { location: `${basePath}/v1/layouts/${layout.name}` })
    },
  },
  findRoute({
    path: '/v1/layouts/{layout}',
    scope: 'lines:read',
    operationId: 'getLayout',
    summary: 'The version of a layout that is in use.',
    answer: 'Layout',
    errors: ['layout_not_found'],
    find: (payments, id) => payments.layouts.get(id),
    notFound: layoutNotFound,
  }),
  {
    method: 'PUT',
    path: '/v1/layouts/{layout}',
    scope: 'lines:write',
    query: [],
    body: jsonBody('ReplaceLayoutRequest'),
    operationId: 'replaceLayout',
    summary:
      'Put another mapping in the place of a layout. Its versions stay: imports name the one that they were read by.',
    answers: [{ status: 200, schema: 'Layout' }],
    errors: ['layout_not_found', 'concurrent_update'],
    async run({ payments, id, body, actor }) {
      const options = { actor } as Parameters<Layouts['replace']>[2]
      return jsonReply(200, await payments.layouts.replace(id, body as Parameters<Layouts['replace']>[1], options))
    },
  },
]
