/** An Express app of a hospital: its own login, its own page of invoices, and the finance desk behind the same login. */
import express, { type Express, type NextFunction, type Request, type Response } from 'express'
import { type HospitalPayments, isPaymentError, parseAmount, type Payment } from 'hospital-payments'
import { createDesk } from 'hospital-payments/desk'
import { toNodeListener } from 'hospital-payments/http'
import { invoicesPage, loginPage } from './pages.js'
import { Sessions } from './sessions.js'
import { scopesOf, type User, type Users } from './users.js'

type WithUser = Response<unknown, { user: User }>

export function hospitalApp(payments: HospitalPayments, users: Users): Express {
  const sessions = new Sessions()
  const app = express()

  const desk = createDesk({
    payments,
    basePath: '/finance',
    title: 'Hospital finance',
    receipt: { name: 'General Hospital', address: 'Churchill Road\nAddis Ababa', taxNumber: '0001234567' },
    home: '/',
    // Bills are paid at the cashier, whose money comes on no statement.
    statementChannels: [],
    authenticate(request) {
      const user = sessions.userOf(request.headers.get('cookie'))
      return user ? { actor: user.name, scopes: scopesOf[user.role] } : { redirect: '/login' }
    },
    onError: (error, { requestId }) => console.error(requestId, error),
  })
  // Before the parsers: the desk reads its forms and files itself.
  app.use('/finance', toNodeListener(desk))
  app.use(express.urlencoded({ extended: false }))

  app.get('/login', (_request, response) => void response.send(loginPage()))
  app.post('/login', (request: Request<object, unknown, Record<string, string> | undefined>, response) => {
    const { name = '', password = '' } = request.body ?? {}
    const user = users.signIn(name, password)
    if (!user) return void response.status(401).send(loginPage('Name or password is wrong.'))
    response.setHeader('set-cookie', sessions.begin(user))
    response.redirect(303, user.role === 'cashier' ? '/' : '/finance/')
  })
  app.post('/logout', (request, response) => {
    response.setHeader('set-cookie', sessions.end(request.headers.cookie))
    response.redirect(303, '/login')
  })

  const signedIn = (request: Request, response: WithUser, next: NextFunction) => {
    const user = sessions.userOf(request.headers.cookie)
    if (!user) return response.redirect(303, '/login')
    response.locals.user = user
    next()
  }
  /** Those of this process; a hospital has a table of its own, written with the payment in one transaction. */
  const invoices: string[] = []
  const show = async (response: WithUser, problem?: string) => {
    const stored = await Promise.all(invoices.map((id) => payments.getPayment(id)))
    response.send(
      invoicesPage(
        response.locals.user,
        stored.filter((one): one is Payment => one !== null),
        problem,
      ),
    )
  }

  app.get('/', signedIn, (_request, response: WithUser) => show(response))
  app.post(
    '/invoices',
    signedIn,
    async (request: Request<object, unknown, Record<string, string> | undefined>, response: WithUser) => {
      const { name: actor, role } = response.locals.user
      if (role !== 'cashier') return void response.status(403).send('Only cashiers make invoices.')
      const { number = '', amount: typed = '' } = request.body ?? {}
      const amount = parseAmount(typed, 'ETB')
      if (amount === null) return show(response.status(400), 'The amount is no number of birr.')
      try {
        const paymentRequest = { amount, currency: 'ETB', reference: number, channel: 'cash' }
        // The number is the key: the same form once more asks for nothing twice.
        const { id } = await payments.createPayment(paymentRequest, { idempotencyKey: number, actor })
        if (!invoices.includes(id)) invoices.push(id)
      } catch (error) {
        if (!isPaymentError(error) || error.httpStatus >= 500) throw error
        return show(response.status(error.httpStatus), error.message)
      }
      response.redirect(303, '/')
    },
  )
  return app
}
