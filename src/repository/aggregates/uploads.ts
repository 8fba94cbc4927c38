/** Files that people sent to the desk, in parts, until they are imported or a day old. */
import { type Upload, type UploadPart, uploadStatuses } from '../../domain/desk/upload.js'
import { aggregate } from './aggregate.js'
import { document, fixed, instant, integer, key, longText, named, oneOf, positive, text } from './column.js'

export const uploads = aggregate<Upload>({
  name: 'uploads',
  columns: {
    id: key(64),
    actor: fixed(key(512)),
    status: oneOf(uploadStatuses),
    fileName: fixed(text(255)),
    fields: named('form_fields', fixed(document)),
    bytes: named('size', integer),
    createdAt: fixed(instant),
    version: positive,
  },
  beside: {},
  key: ['id'],
  lists: {
    created: { order: ['createdAt', 'id'] },
    actor: { equal: ['actor'], order: ['createdAt', 'id'] },
  },
  changes: ['UPDATE', 'DELETE'],
})

export const uploadParts = aggregate<UploadPart>({
  name: 'upload_parts',
  columns: { uploadId: key(64), ordinal: positive, content: longText },
  beside: {},
  key: ['uploadId', 'ordinal'],
  lists: { ordinal: { equal: ['uploadId'], order: ['ordinal'] } },
  changes: ['DELETE'],
})
