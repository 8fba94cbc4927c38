const text = (more: object = {}) => ({ type: 'string', ...more })
const digits = (count: string) => text({ pattern: `^\\d{${count}}$` })
const nairobiTime = text({ pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$' })

const json = (schema: object, examples: object) => ({ content: { 'application/json': { schema, examples } } })
const answer = (description: string, examples: Readonly<Record<string, object>>) => ({
  description,
  ...json({ type: 'object' }, Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]))),
})

/** Describes a POST: each of its fields is required. */
function post(fields: Readonly<Record<string, object>>, responses: object) {
  const schema = { type: 'object', required: Object.keys(fields), properties: fields, additionalProperties: false }
  return { post: { security: [{ token: [] }], requestBody: { required: true, ...json(schema, {}) }, responses } }
}

const fault = (errorCode: string, errorMessage: string) => ({ requestId: '1c5b-4ba8', errorCode, errorMessage })
const faults = {
  400: answer('a wrong request', { phone: fault('400.002.02', 'Bad Request - Invalid PhoneNumber') }),
  404: answer('a token that has ended', { token: fault('404.001.03', 'Invalid Access Token') }),
  500: answer('a fault', {
    busy: fault('500.003.02', 'System is busy. Please try again in few minutes.'),
    locked: fault('500.001.1001', 'Unable to lock subscriber, a transaction is already in process'),
    processing: fault('500.001.1001', 'The transaction is being processed'),
    credentials: fault('500.001.1001', 'Wrong credentials'),
  }),
}

const ofShortCode = {
  BusinessShortCode: digits('5,7'),
  Password: text({ pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
  Timestamp: digits('14'),
}
const pushIds = { MerchantRequestID: '29115-34620561-1', CheckoutRequestID: 'ws_CO_191220191020363925' }
const queried = (ResultCode: string, ResultDesc: string) => ({
  ...{ ResponseCode: '0', ResponseDescription: 'The service request has been accepted successfully' },
  ...pushIds,
  ...{ ResultCode, ResultDesc },
})

/** A short OpenAPI document of our own, with the facts of the public pages of Daraja: Safaricom publishes none. */
export const darajaDocument = {
  openapi: '3.0.3',
  info: { title: 'Facts about Daraja', version: '1' },
  servers: [{ url: 'https://sandbox.safaricom.co.ke' }],
  paths: {
    '/oauth/v1/generate': {
      get: {
        security: [{ app: [] }],
        parameters: [
          { name: 'grant_type', in: 'query', required: true, schema: text({ enum: ['client_credentials'] }) },
        ],
        responses: {
          200: answer('a token', { token: { access_token: 'c9SQxWWhmdVRlyh0zh8gZDTkubVF', expires_in: '3599' } }),
        },
      },
    },
    '/mpesa/stkpush/v1/processrequest': post(
      {
        ...ofShortCode,
        TransactionType: text({ enum: ['CustomerPayBillOnline', 'CustomerBuyGoodsOnline'] }),
        Amount: { type: 'integer', minimum: 1 },
        PartyA: text({ pattern: '^254\\d{9}$' }),
        PartyB: digits('5,10'),
        PhoneNumber: text({ pattern: '^254\\d{9}$' }),
        CallBackURL: text({ format: 'uri', pattern: '^https://' }),
        AccountReference: text({ minLength: 1, maxLength: 12 }),
        TransactionDesc: text({ minLength: 1, maxLength: 13 }),
      },
      {
        200: answer('a push', {
          accepted: {
            ...pushIds,
            ...{ ResponseCode: '0', ResponseDescription: 'Success. Request accepted for processing' },
            CustomerMessage: 'Success. Request accepted for processing',
          },
        }),
        ...faults,
      },
    ),
    '/mpesa/stkpushquery/v1/query': post(
      { ...ofShortCode, CheckoutRequestID: text({ pattern: '^ws_CO_\\w+$' }) },
      {
        200: answer('a result', {
          paid: queried('0', 'The service request is processed successfully.'),
          canceled: queried('1032', 'Request canceled by the user.'),
          poor: queried('1', 'The balance is insufficient for the transaction.'),
        }),
        ...faults,
      },
    ),
    '/pulltransactions/v1/query': post(
      {
        ShortCode: digits('5,7'),
        StartDate: nairobiTime,
        EndDate: nairobiTime,
        OffSetValue: text({ pattern: '^\\d+$' }),
      },
      {
        200: answer('no payments', { none: { ResponseCode: '1001', ResponseMessage: 'None', Response: [[]] } }),
        ...faults,
      },
    ),
    '/pulltransactions/v1/register': post(
      {
        ShortCode: digits('5,7'),
        RequestType: text({ enum: ['Pull'] }),
        NominatedNumber: digits('12'),
        CallBackURL: text({ format: 'uri' }),
      },
      {
        200: answer('registered', { registered: { ResponseRefID: '18633-7271215-1', ResponseStatus: '1000' } }),
        ...faults,
      },
    ),
  },
  components: {
    securitySchemes: { app: { type: 'http', scheme: 'basic' }, token: { type: 'http', scheme: 'bearer' } },
  },
}
