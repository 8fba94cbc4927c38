/** The payments that lines may be for, of many lines together. */
import type { Payment } from '../../domain/payments/payment.js'
import { phonePrefix, searchTermsOf } from '../../domain/payments/search-terms.js'
import { type Candidate, candidateOf } from '../../domain/reconciliation/suggestions.js'
import type { CandidateQuery } from '../../repository/finance-port.js'

const anyPhone = phonePrefix('')

/** Candidates by their terms, so that a line is compared only with those that it may name. */
export class Candidates {
  private readonly known = new Map<string, Candidate>()
  private readonly ofTerm = new Map<string, Candidate[]>()
  private readonly phones = new Set<string>()

  /** Adds those that are not known yet, and returns the candidates of all. */
  add(payments: readonly Payment[]): Candidate[] {
    return payments.map((payment) => this.known.get(payment.id) ?? this.addNew(payment))
  }

  private addNew(payment: Payment): Candidate {
    const candidate = candidateOf(payment)
    this.known.set(payment.id, candidate)
    for (const term of searchTermsOf(payment)) {
      const same = this.ofTerm.get(term)
      if (same) same.push(candidate)
      else this.ofTerm.set(term, [candidate])
      if (term.startsWith(anyPhone)) this.phones.add(term)
    }
    return candidate
  }

  /** Returns the candidates that have any of the terms, or a phone number with such a beginning. */
  of({ terms, commonTerms, prefixes }: Pick<CandidateQuery, 'terms' | 'commonTerms' | 'prefixes'>): Set<Candidate> {
    const candidates = new Set<Candidate>()
    const addAll = (some: readonly Candidate[] = []) => {
      for (const candidate of some) candidates.add(candidate)
    }
    for (const term of terms) addAll(this.ofTerm.get(term))
    for (const term of commonTerms) addAll(this.ofTerm.get(term))
    for (const term of prefixes.length > 0 ? this.phones : [])
      if (prefixes.some((start) => term.startsWith(start))) addAll(this.ofTerm.get(term))
    return candidates
  }
}
