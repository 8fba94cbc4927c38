/**
 * `hospital-payments` as a module of NestJS: the service by the token PAYMENTS in every other module, the interface under
 * /billing/v1, the desk under /finance, both behind a guard of yours, and a worker that ends with the application.
 */
import {
  type CanActivate,
  type DynamicModule,
  type FactoryProvider,
  type INestApplication,
  Module,
  type ModuleMetadata,
} from '@nestjs/common'
import { createHospitalPayments, type HospitalPaymentsOptions, type SendEvent } from 'hospital-payments'
import { createDesk, type DeskScope } from 'hospital-payments/desk'
import { createHandler, type Scope, toNodeListener } from 'hospital-payments/http'
import { type AuthenticatedRequest, principalBy } from './principal.js'
import { PaymentsWorker } from './payments-worker.js'
import { PAYMENTS, PAYMENTS_OPTIONS } from './tokens.js'

export interface PaymentsModuleOptions {
  service: HospitalPaymentsOptions
  /** Gets every event, once or more often. */
  send: SendEvent
  /** The guard that your controllers have. It leaves the user in the request, or refuses. */
  guard: CanActivate
  /** Returns the actor for histories, and the scopes of this person. */
  personOf(request: AuthenticatedRequest): { actor: string; scopes: readonly (Scope | DeskScope)[] }
}

type AsyncOptions = Pick<ModuleMetadata, 'imports'> &
  Pick<FactoryProvider<PaymentsModuleOptions>, 'inject' | 'useFactory'>

@Module({})
export class HospitalPaymentsModule {
  static forRoot(options: PaymentsModuleOptions): DynamicModule {
    return HospitalPaymentsModule.forRootAsync({ useFactory: () => options })
  }

  /** Makes the module with options that need other providers, such as the pool of a database module. */
  static forRootAsync({ imports = [], inject = [], useFactory }: AsyncOptions): DynamicModule {
    return {
      module: HospitalPaymentsModule,
      global: true,
      imports,
      providers: [
        { provide: PAYMENTS_OPTIONS, inject, useFactory },
        {
          provide: PAYMENTS,
          inject: [PAYMENTS_OPTIONS],
          useFactory: ({ service }: PaymentsModuleOptions) => createHospitalPayments(service),
        },
        PaymentsWorker,
      ],
      exports: [PAYMENTS],
    }
  }

  /**
   * Mounts the interface and the desk. Call it before `listen` or `init`: what is mounted there comes before the body
   * parsers of Nest, so every body arrives as it was sent.
   */
  static mount(app: INestApplication): void {
    const payments = app.get(PAYMENTS)
    const { guard, personOf } = app.get<PaymentsModuleOptions>(PAYMENTS_OPTIONS)
    const authenticate = principalBy(guard, personOf)
    const common = { payments, authenticate, onError: (error: unknown) => console.error(error) }
    app.use('/billing', toNodeListener(createHandler({ ...common, basePath: '/billing', manage: true })))
    app.use('/finance', toNodeListener(createDesk({ ...common, basePath: '/finance', title: 'Hospital finance' })))
  }
}
