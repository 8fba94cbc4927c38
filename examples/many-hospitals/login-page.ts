/** The host's own login, at which a person chooses the hospital. */
import { escape, page } from '../hospital-desk/pages.js'
import type { Hospital } from './hospitals.js'

export function loginPage(hospitals: readonly Hospital[], problem = ''): string {
  const options = hospitals.map(({ tenant, name }) => `<option value="${escape(tenant)}">${escape(name)}</option>`)
  return page(
    'Sign in',
    `<p role="alert">${escape(problem)}</p>
<form method="post" action="/login">
<label>Hospital <select name="hospital" required>${options.join('')}</select></label>
<label>Name <input name="name" autocomplete="username" required></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<button>Sign in</button></form>`,
  )
}
