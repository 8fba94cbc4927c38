/** An Express app of many hospitals: a person chooses the hospital at the login, and sees its desk and nothing of the others. */
import express, { type Express, type Request } from 'express'
import { createDesk } from 'hospital-payments/desk'
import { type Principal, toNodeListener } from 'hospital-payments/http'
import { Sessions } from '../hospital-desk/sessions.js'
import { scopesOf, type User, type Users } from '../hospital-desk/users.js'
import type { Hospital, Hospitals } from './hospitals.js'
import { loginPage } from './login-page.js'

/** A person of one hospital; the same name may be another person at another one. */
interface Employee extends User {
  readonly tenant: string
}

/** A signed-in person, as the desk knows them. */
interface PrincipalOfHospital extends Principal {
  readonly tenant: string
}

interface Options {
  readonly hospitals: Hospitals
  /** The hospitals that the login names. */
  readonly list: readonly Hospital[]
  /** Returns the people of a hospital. */
  usersOf(tenant: string): Users | undefined
}

export function manyHospitalsApp({ hospitals, list, usersOf }: Options): Express {
  const sessions = new Sessions<Employee>()
  const app = express()

  const desk = createDesk<PrincipalOfHospital>({
    basePath: '/finance',
    title: 'Finance',
    authenticate(request) {
      const user = sessions.userOf(request.headers.get('cookie'))
      // The tenant comes from the session, and never from what the browser sends with a request.
      return user ? { actor: user.name, scopes: scopesOf[user.role], tenant: user.tenant } : { redirect: '/login' }
    },
    payments: ({ tenant }) => hospitals.serviceOf(tenant),
  })
  // Before the parser: the desk reads its forms and files itself.
  app.use('/finance', toNodeListener(desk))
  app.use(express.urlencoded({ extended: false }))

  app.get('/login', (_request, response) => void response.send(loginPage(list)))
  app.post('/login', (request: Request<object, unknown, Record<string, string> | undefined>, response) => {
    const { hospital = '', name = '', password = '' } = request.body ?? {}
    const user = usersOf(hospital)?.signIn(name, password)
    if (!user) return void response.status(401).send(loginPage(list, 'Hospital, name or password is wrong.'))
    response.setHeader('set-cookie', sessions.begin({ ...user, tenant: hospital }))
    response.redirect(303, '/finance/')
  })
  app.post('/logout', (request, response) => {
    response.setHeader('set-cookie', sessions.end(request.headers.cookie))
    response.redirect(303, '/login')
  })
  return app
}
