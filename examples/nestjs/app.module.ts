import { type DynamicModule, Module } from '@nestjs/common'
import { memoryRepository, type SendEvent, textChannel } from 'hospital-payments'
import { HospitalPaymentsModule } from './hospital-payments.module.js'
import { InvoicesController } from './invoices.controller.js'
import { KeysGuard, STAFF, type Staff } from './keys.guard.js'

const managing = [
  'payments:read',
  'payments:write',
  'payments:manage',
  'reports:read',
  'lines:read',
  'days:close',
] as const

/** The scopes of each role over HTTP and at the desk. */
const scopesOf = { cashier: ['payments:read', 'payments:write'], manager: managing } as const

/** The host's login, in a module of its own, as hosts have it. */
@Module({})
class StaffModule {
  static of(staff: ReadonlyMap<string, Staff>): DynamicModule {
    return {
      module: StaffModule,
      global: true,
      providers: [{ provide: STAFF, useValue: staff }, KeysGuard],
      exports: [STAFF, KeysGuard],
    }
  }
}

@Module({})
export class AppModule {
  static of(staff: ReadonlyMap<string, Staff>, send: SendEvent): DynamicModule {
    return {
      module: AppModule,
      imports: [
        StaffModule.of(staff),
        HospitalPaymentsModule.forRootAsync({
          inject: [KeysGuard],
          useFactory: (guard: KeysGuard) => ({
            service: {
              // In earnest: sqlRepository(fromPg(pool)), with the pool of your database module in `inject`.
              repository: memoryRepository(),
              channels: { cash: textChannel('Pay {amount} {currency} at the cashier with reference {reference}.') },
              timeZone: 'Africa/Addis_Ababa',
              referencePolicy: 'one-live',
            },
            guard,
            send,
            personOf: ({ user }) => ({ actor: user!.name, scopes: scopesOf[user!.role as Staff['role']] }),
          }),
        }),
      ],
      controllers: [InvoicesController],
    }
  }
}
