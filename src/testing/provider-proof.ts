/** A case of the kit for providers, and what a test gives it to play the other side. */
import type { AttemptRequest, CallbackRequest, Provider } from '../domain/attempts/provider.js'

/**
 * The faults of a provider's other side. `unreachable`: no request gets there; `lost`: a request does its work, and the connection
 * ends before the answer; `silent`: a request does its work, and no answer comes; `busy`: an answer that says nothing of the
 * attempt, such as the status 503; `unreadable`: an answer without the fields that belong to it; `refused`: the credentials are
 * wrong.
 */
export type ProviderFault = 'unreachable' | 'lost' | 'silent' | 'busy' | 'unreadable' | 'refused'

/** A provider for one case, with an other side of its own that the test plays. What is left out, no case can ask for. */
export interface ProviderUnderTest {
  readonly provider: Provider
  /** Values of the attempts that the cases start. By default they are within the provider's limits. */
  readonly attempt?: Partial<Pick<AttemptRequest, 'amount' | 'currency' | 'phone' | 'returnUrl'>> | undefined
  /** The clock of the provider, in epoch milliseconds. Default `Date.now`. */
  readonly clock?: (() => number) | undefined
  /** Returns how often a payer was asked for the money of this attempt. */
  readonly pushCount?: ((attemptId: string) => number) | undefined
  /** Lets the payer of an attempt pay. */
  readonly pay?: ((attempt: AttemptRequest) => void | Promise<void>) | undefined
  /** Lets the payer of an attempt refuse. */
  readonly refuse?: ((attempt: AttemptRequest) => void | Promise<void>) | undefined
  /** Makes the callback about an attempt as it is now: signed by the provider, or one that the provider does not sign. */
  readonly callbacks?:
    | {
        readonly signed?: ((attempt: AttemptRequest) => CallbackRequest) | undefined
        readonly hint?: ((attempt: AttemptRequest) => CallbackRequest) | undefined
      }
    | undefined
  /** Makes every later request end by this fault. */
  readonly faults?: { readonly [fault in ProviderFault]?: (() => void) | undefined } | undefined
  /** The credentials with which the provider was made. */
  readonly secrets?: readonly string[] | undefined
  /** Called after the case, also where it fails. */
  readonly dispose?: (() => void | Promise<void>) | undefined
}

/** The name of what a case needs, as it stands in `ProviderUnderTest`. */
export type ProviderNeed =
  | `provider.${'startIsIdempotent' | 'receive' | 'reply' | 'cancel' | 'list'}`
  | `callbacks.${'signed' | 'hint'}`
  | `faults.${ProviderFault}`
  | 'pushCount'
  | 'pay'
  | 'refuse'
  | 'secrets'

/** A case of the kit, without its provider. */
export interface ProviderProof {
  readonly name: string
  readonly needs: readonly ProviderNeed[]
  readonly run: (underTest: ProviderUnderTest) => Promise<void>
}

export function proveProvider(name: string, needs: readonly ProviderNeed[], run: ProviderProof['run']): ProviderProof {
  return { name, needs, run }
}
