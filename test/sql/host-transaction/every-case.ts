import { onEach } from '../../support/databases/index.js'
import { conflicts } from './cases/conflicts.js'
import { givenUp } from './cases/given-up.js'
import { leftAsFound } from './cases/left-as-found.js'
import { overtaken } from './cases/overtaken.js'
import { races } from './cases/races.js'
import { reads } from './cases/reads.js'
import { reconciled } from './cases/reconciled.js'
import { together } from './cases/together.js'
import { declareFor } from './hospital.js'
import type { Place } from './host.js'

export function declareEveryCase(places: readonly Place[]): void {
  onEach(places, 'host: payments in its transaction', (place) => {
    declareFor(place, (hospital) => {
      together(hospital)
      conflicts(hospital)
      reads(hospital)
      reconciled(hospital)
      leftAsFound(hospital)
      if (place.isServer) {
        races(hospital)
        givenUp(hospital)
      }
      for (const instant of place.instants) overtaken(hospital, instant)
    })
  })
}
