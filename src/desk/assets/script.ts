/** The extras of the pages with scripts on; every page works without them. */
export const script = `'use strict';
(() => {
  const one = (query, from = document) => from.querySelector(query)
  const all = (query, from = document) => [...from.querySelectorAll(query)]
  const say = (text) => { const place = one('#status'); if (place) place.textContent = text }

  // A form is sent once: a second press while the answer is on its way does nothing.
  addEventListener('submit', (event) => {
    const form = event.target
    if (event.defaultPrevented) return
    // What may name a person is posted: no address has it.
    if (form.dataset.swap && !all('[data-person]', form).some((input) => input.value.trim())) return swap(event, form, form.dataset.swap)
    if (form.method !== 'post' || 'download' in form.dataset) return
    if (form.dataset.search && isSearch(form, event.submitter)) return swap(event, form, form.dataset.search)
    if (form.dataset.sent) return event.preventDefault()
    form.dataset.sent = '1'
    for (const button of all('button', form)) button.setAttribute('aria-disabled', 'true')
    // What is answered at once needs no word.
    const place = one('#status')
    setTimeout(() => {
      if (!form.dataset.sent) return
      place.classList.add('busy')
      say(form.dataset.busy ?? place.dataset.busy)
    }, 300)
  })
  // Back from another page: the form can be sent again.
  addEventListener('pageshow', () => {
    for (const form of all('form[data-sent]')) {
      delete form.dataset.sent
      for (const button of all('button', form)) button.removeAttribute('aria-disabled')
      one('#status').classList.remove('busy')
      say('')
    }
  })

  // The button of a search, or Enter below what is searched for; the allocations have buttons with names.
  function isSearch(form, button) {
    return ['search', 'limit'].includes(button?.name) || (!button?.name && one('[name=q]', form).value.trim() !== '')
  }

  // Filters and searches change their list alone; whatever fails is loaded as a page.
  let asked = 0
  async function swap(event, form, target) {
    const place = one(target)
    if (!place || event.submitter?.hasAttribute('formaction')) return
    event.preventDefault()
    const mine = ++asked
    const isPost = target === form.dataset.search
    const url = new URL(form.action)
    const fields = new URLSearchParams(new FormData(form))
    const { name, value } = event.submitter ?? {}
    if (isPost && name) fields.append(name, value)
    if (!isPost) for (const [name, value] of fields) if (value !== '') url.searchParams.append(name, value)
    place.setAttribute('aria-busy', 'true')
    try {
      const answer = await fetch(url, { credentials: 'same-origin', ...(isPost && { method: 'POST', body: fields }) })
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
      if (mine !== asked) return
      const fresh = one(target, page)
      if (!answer.ok || answer.redirected || !fresh) throw 0
      place.replaceWith(document.adoptNode(fresh))
      // What was wrong or done before is not what is shown now.
      for (const old of all('main > .alert')) old.remove()
      if (isPost) one('[name=q]', form).value = ''
      else history.replaceState(null, '', url)
      say(all('tbody tr', fresh).length + ' / ' + (one('caption,[role=group]', fresh)?.getAttribute('aria-label') ?? one('.empty', fresh)?.textContent ?? ''))
      remainders()
    } catch {
      if (mine !== asked) return
      if (isPost) form.submit()
      else location.assign(url)
    }
  }

  // What is left of a line while its allocations are typed, in whole minor units.
  const minor = (text, digits) => {
    const found = /^([-\\u2212]?)(\\d+)(?:\\.(\\d*))?$/.exec(text.replace(/[,\\s]/g, ''))
    if (!found || (found[3] ?? '').length > digits) return null
    const value = BigInt(found[2] + (found[3] ?? '').padEnd(digits, '0'))
    return found[1] ? -value : value
  }
  const decimal = (value, digits) => {
    const text = String(value < 0n ? -value : value).padStart(digits + 1, '0')
    const whole = text.slice(0, text.length - digits).replace(/\\B(?=(\\d{3})+$)/g, ',')
    return (value < 0n ? '\\u2212' : '') + whole + (digits ? '.' + text.slice(-digits) : '')
  }
  function remainder(form) {
    const digits = Number(form.dataset.digits)
    let left = BigInt(form.dataset.open)
    let any = false
    for (const input of all('[data-allocation]', form)) {
      const tick = input.dataset.allocation && one('[name="' + input.dataset.allocation + '"]', form)
      if ((tick && !tick.checked) || input.value.trim() === '') continue
      const value = minor(input.value.trim(), digits)
      if (value === null) continue
      any = true
      left -= value
    }
    const shown = one('[data-remainder]', form)
    const output = one('output', shown)
    shown.hidden = !any
    output.textContent = decimal(left, digits)
    output.classList.toggle('over', left < 0n)
  }
  function remainders() { for (const form of all('form[data-open]')) remainder(form) }
  addEventListener('input', (event) => {
    const form = event.target.closest?.('form[data-open]')
    if (!form) return
    // Who types an allocation means the payment.
    if (event.target.dataset.allocation) one('[name="' + event.target.dataset.allocation + '"]', form).checked = true
    remainder(form)
  })
  remainders()

  // The change of a take, while the cash given is typed.
  addEventListener('input', (event) => {
    const form = event.target.closest?.('form[data-digits]:has([data-tendered])')
    if (!form) return
    const digits = Number(form.dataset.digits)
    const [amount, given] = ['[data-amount]', '[data-tendered]'].map((name) => minor(one(name, form).value.trim(), digits))
    const shown = one('[data-change]', form)
    shown.hidden = amount === null || given === null || given < amount
    if (!shown.hidden) one('output', shown).textContent = decimal(given - amount, digits)
  })

  // In a list, and only there: j and k go down and up, x chooses.
  addEventListener('keydown', (event) => {
    const list = event.target.closest?.('[data-keys]')
    if (!list || event.ctrlKey || event.altKey || event.metaKey || event.target.matches('input:not([type=checkbox]),select,textarea')) return
    const links = all('a.open', list)
    const at = links.findIndex((link) => link.closest('tr') === event.target.closest('tr'))
    const next = { j: at + 1, k: at < 0 ? links.length - 1 : at - 1 }[event.key]
    if (next !== undefined) links[Math.max(0, Math.min(links.length - 1, next))]?.focus()
    else if (event.key === 'x' && at >= 0) one('[name=key]', links[at].closest('tr'))?.click()
    else return
    event.preventDefault()
  })

  // The state of what another program decides is read again; when it is decided, so is the page.
  let looks = 0
  async function look() {
    const place = one('[data-refresh]')
    if (!place || ++looks > 200) return
    if (!document.hidden) {
      const url = place.dataset.refresh
      try {
        const answer = await fetch(url, { credentials: 'same-origin' })
        const fresh = answer.ok && !answer.redirected && one('#' + place.id, new DOMParser().parseFromString(await answer.text(), 'text/html'))
        if (!fresh) return
        const text = fresh.textContent
        if (text !== place.textContent) {
          place.replaceWith(document.adoptNode(fresh))
          say(text)
        }
        if (fresh.dataset.refresh === undefined && !one('[data-sent]')) return location.replace(url)
      } catch { /* The next look may find the server again. */ }
    }
    setTimeout(look, 4000)
  }
  setTimeout(look, 2000)

  for (const button of all('[data-print]')) {
    button.hidden = false
    button.addEventListener('click', () => print())
  }

  if (one('[data-print-now]')) print()

  one('.alert[role=alert]')?.scrollIntoView({ block: 'nearest' })
})()
`
