import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

export const portOf = (server: Server) => (server.address() as AddressInfo).port

export async function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

/** Returns all that comes back for exactly this text, until the server ends the connection, and how it ended. */
export function exchange(port: number, text: string): Promise<{ answer: string; error: string | undefined }> {
  return new Promise((resolve) => {
    let answer = ''
    let error: string | undefined
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.setEncoding('latin1')
    socket.on('data', (piece: string) => (answer += piece))
    socket.on('error', (failure: NodeJS.ErrnoException) => (error = failure.code))
    socket.on('close', () => resolve({ answer, error }))
  })
}
