/** A mock server (Prism) over an OpenAPI document: it refuses each request that the document does not describe. */
import { onTestFinished } from 'vitest'
import { oracle } from './oracle.js'

interface Server {
  listen(port: number, host: string): Promise<string>
  close(): Promise<void>
}
interface PrismHttp {
  getHttpOperationsFromSpec(document: object | string): Promise<readonly object[]>
}
interface PrismServer {
  createServer(operations: readonly object[], options: object): Server
}

const silent = () => undefined
const logger: object = {
  ...Object.fromEntries(
    ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'success'].map((level) => [level, silent]),
  ),
  child: () => logger,
}

/** Starts a mock server, whose answers can be chosen by the header `prefer`. It stops when the test ends. */
export async function mockServer(document: object | string): Promise<string> {
  const operations = await oracle<PrismHttp>('@stoplight/prism-http').getHttpOperationsFromSpec(document)
  const checks = { checkSecurity: true, validateRequest: true, validateResponse: true, errors: true }
  const server = oracle<PrismServer>('@stoplight/prism-http-server').createServer(operations, {
    components: { logger },
    config: { ...checks, mock: { dynamic: false }, isProxy: false },
    cors: false,
  })
  const url = await server.listen(0, '127.0.0.1')
  onTestFinished(() => server.close())
  return url
}
