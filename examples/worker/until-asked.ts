/**
 * Returns a signal that is aborted when the process is asked to end: by a service manager, a container that is stopped,
 * or Ctrl-C.
 */
export function untilAsked(): AbortSignal {
  const stop = new AbortController()
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => stop.abort(name))
  return stop.signal
}
