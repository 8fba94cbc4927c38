/** The extras of the pages with scripts on; every page works without them. */
export const script = `'use strict';
(() => {
  const one = (query, from = document) => from.querySelector(query)
  const all = (query, from = document) => [...from.querySelectorAll(query)]
  // What people see anyway is said to screen readers alone.
  const say = (text, isSeen = false) => {
    const place = one('#status')
    if (!place) return
    place.classList.toggle('sr', isSeen)
    place.textContent = text
  }
  // A part of another page asks for no focus: what has it is decided here.
  const pageOf = async (answer) => {
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    for (const part of all('[autofocus]', page)) part.autofocus = false
    return page
  }
  const focus = (element) => {
    if (element.tabIndex < 0) element.tabIndex = -1
    element.focus()
  }
  // The focus is never lost with the part that had it.
  const put = (fresh, place) => {
    const hadFocus = place.contains(document.activeElement)
    place.replaceWith(document.adoptNode(fresh))
    if (hadFocus) focus(fresh)
  }

  // A form is sent once: a second press while the answer is on its way does nothing.
  addEventListener('submit', (event) => {
    const form = event.target
    if (event.defaultPrevented) return
    if (fill(form, event.submitter)) return event.preventDefault()
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
      if (!form.dataset.sent || !form.isConnected) return
      place.classList.add('busy')
      say(form.dataset.busy ?? place.dataset.busy)
    }, 300)
    // Work on many lines shows its progress, which only a page can.
    if (form.dataset.act && !one('[name=all]:checked', form)) act(event, form, one(form.dataset.act))
  })

  // An action in a list changes the list alone, and the next row has the focus. What fails is sent as a page: twice is once.
  async function act(event, form, list) {
    event.preventDefault()
    const button = event.submitter
    const url = button?.hasAttribute('formaction') ? button.formAction : form.action
    const fields = new URLSearchParams(new FormData(form))
    if (button?.name) fields.append(button.name, button.value)
    fields.append('swap', '1')
    const row = button?.closest('tr') ?? one('tr:has([name=key]:checked)', form)
    const at = Math.max(0, all('tbody tr', list).indexOf(row))
    const before = row && one('a.open', row)?.href
    try {
      const answer = await fetch(url, { method: 'POST', body: fields, credentials: 'same-origin' })
      const page = await pageOf(answer)
      const fresh = one(form.dataset.act, page)
      if (answer.redirected || !fresh) throw 0
      const place = one('#status')
      list.replaceWith(document.adoptNode(fresh))
      for (const old of all('main > .alert')) old.remove()
      const alert = one('main > .alert', page)
      if (alert) place.after(document.adoptNode(alert))
      place.classList.remove('busy', 'sr')
      place.replaceChildren(...one('#status', page).childNodes)
      counts()
      const links = all('a.open', fresh)
      focus(links[Math.min(links.length - 1, answer.ok && links[at]?.href === before ? at + 1 : at)] ?? fresh)
    } catch {
      const input = document.createElement('input')
      Object.assign(input, { type: 'hidden', name: button?.name ?? '', value: button?.value ?? '' })
      form.append(input)
      form.action = url
      form.submit()
    }
  }

  // The tick for all ticks what is on the page, and the button says how many lines it sets aside.
  function count(form) {
    const whole = one('[name=all]', form)
    const button = one('[data-count]', form)
    const ticked = whole?.checked ? Number(whole.dataset.all) : all('[name=key]:checked', form).length
    button.dataset.plain ??= button.textContent
    button.textContent = ticked === 0 ? button.dataset.plain : whole?.checked && button.dataset.first || button.dataset.count.replace('{count}', ticked)
  }
  function counts() { for (const form of all('form[data-act]')) count(form) }
  addEventListener('change', (event) => {
    const { target } = event
    const form = target.closest?.('form[data-act]')
    if (!form || !['all', 'key'].includes(target.name)) return
    if (target.name === 'all') for (const tick of all('[name=key]', form)) tick.checked = target.checked
    else if (one('[name=all]', form)) one('[name=all]', form).checked = false
    count(form)
  })
  counts()

  // Back from another page: the form can be sent again.
  addEventListener('pageshow', () => {
    for (const form of all('form[data-sent]')) {
      delete form.dataset.sent
      for (const button of all('button', form)) button.removeAttribute('aria-disabled')
      one('#status').classList.remove('busy')
      say('')
    }
    counts()
  })

  // The button of a search, or Enter below what is searched for; the allocations have buttons with names.
  function isSearch(form, button) {
    if (button?.name) return ['search', 'limit'].includes(button.name)
    return one('[name=q]', form).value.trim() !== '' || !!document.activeElement.closest('.search')
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
      const page = await pageOf(answer)
      if (mine !== asked) return
      const fresh = one(target, page)
      if (!answer.ok || answer.redirected || !fresh) throw 0
      put(fresh, place)
      // What was wrong or done before is not what is shown now.
      for (const old of all('main > .alert')) old.remove()
      if (isPost) one('[name=q]', form).value = ''
      else history.replaceState(null, '', url)
      say(all('tbody tr', fresh).length + ' / ' + (one('caption,[role=group]', fresh)?.getAttribute('aria-label') ?? one('.empty', fresh)?.textContent ?? ''), true)
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
  const tickOf = (form, input) => input.dataset.allocation && one('[name="' + input.dataset.allocation + '"]', form)
  function remainder(form) {
    const digits = Number(form.dataset.digits)
    let left = BigInt(form.dataset.open)
    let [chosen, any] = [0n, false]
    const references = []
    for (const input of all('[data-allocation]', form)) {
      const tick = tickOf(form, input)
      if ((tick && !tick.checked) || input.value.trim() === '') continue
      const value = minor(input.value.trim(), digits)
      if (value === null) continue
      any = true
      left -= value
      if (!tick) continue
      chosen += value
      references.push(tick.dataset.reference)
    }
    const shown = one('[data-remainder]', form)
    const output = one('[data-left]', shown)
    shown.hidden = !any
    one('[data-chosen]', shown).textContent = decimal(chosen, digits)
    output.textContent = decimal(left, digits)
    output.classList.toggle('over', left < 0n)
    primary(form, any || one('[name^="refund."]:checked,[name=counter]:checked', form), decimal(chosen, digits), references)
  }
  // The one main button says what it does: the best suggestion, or else what is chosen.
  function primary(form, isChosen, chosen, references) {
    const main = one('button.main', form)
    const plain = one('[data-plain]', form)
    main.first ??= { words: [...main.childNodes], name: main.name, value: main.value }
    if (plain) plain.hidden = true
    const { words, name, value } = main.first
    const isFirst = !isChosen || (!plain && references.length === 0)
    Object.assign(main, isFirst ? { name, value } : { name: 'allocation', value: '1' })
    const { one: single, many, currency } = form.dataset
    if (isFirst) main.replaceChildren(...words)
    else
      main.textContent =
        references.length === 0 ? plain.textContent
        : (references.length === 1 ? single : many).replace(/\\{(\\w+)\\}/g, (_, word) => ({ amount: chosen + ' ' + currency, target: references[0], count: references.length })[word])
  }
  // What the buttons that fill the form in do, without a request.
  function fill(form, button) {
    if (!form.dataset.open || !['rest', 'tick'].includes(button?.name)) return false
    if (button.name === 'tick') {
      const results = all('[data-result]', form)
      const ticks = results.length ? results : all('#offers [name^="payment."]', form).filter((tick) => !tick.closest('details'))
      for (const tick of ticks) tick.checked = true
    } else if (!rest(form)) return false
    remainder(form)
    return true
  }
  function rest(form) {
    // The amounts of refunds and of other lines are not here.
    if (one('[name^="refund."]:checked,[name=counter]:checked', form)) return false
    const { digits, fee, open: text } = form.dataset
    const open = BigInt(text)
    const amountOf = (input) => minor(input.value.trim(), Number(digits)) ?? 0n
    const inputs = all('[data-whole]', form)
    if (!inputs.some((input) => tickOf(form, input).checked)) {
      const id = /^payment (\\S+)/.exec(one('button.main', form).value)?.[1]
      for (const input of inputs) if (tickOf(form, input).value === id) tickOf(form, input).checked = true
    }
    const chosen = inputs.filter((input) => tickOf(form, input).checked)
    const isProposed = (input) => input.value.trim() === one('[name="shown.' + input.name.slice(7) + '"]', form).value
    const wholeOf = (input) => (isProposed(input) ? minor(input.dataset.whole, Number(digits)) : amountOf(input))
    const categories = all('[name^="category."]', form)
    const ofCategory = (field) => one('[name="categoryAmount.' + field.name.slice(9) + '"]', form)
    const others = categories.reduce((sum, field) => sum + (field.value.trim() === fee ? 0n : amountOf(ofCategory(field))), 0n)
    const sumOf = (amount) => chosen.reduce((sum, input) => sum + amount(input), others)
    const over = sumOf(wholeOf) - open
    const isShort = over > 0n && over * 10n <= open
    if (isShort) for (const input of chosen) if (isProposed(input)) input.value = input.dataset.whole
    const left = open - sumOf(amountOf)
    const row = categories.find((field) => field.value.trim() === fee) ?? categories.find((field) => field.value.trim() + ofCategory(field).value.trim() === '')
    if (!row) return true
    const isNothing = left === 0n || (left < 0n && !isShort)
    row.value = isNothing ? '' : fee
    ofCategory(row).value = isNothing ? '' : decimal(left, Number(digits)).replace(/,/g, '').replace('\\u2212', '-')
    row.closest('details').open = true
    return true
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

  // Letters are keys in a list, or while the focus is nowhere, never in a field: each presses what the row has for it.
  addEventListener('keydown', (event) => {
    const { target, key } = event
    const isFree = target === document.body || target.matches('main,.done,.alert')
    const list = isFree ? one('[data-keys]:has(a.open)') ?? one('[data-keys]') : target.closest?.('[data-keys]')
    if (!list || event.ctrlKey || event.altKey || event.metaKey || target.matches('input:not([type=checkbox]),select,textarea')) return
    const links = all('a.open', list)
    const at = links.findIndex((link) => link.closest('tr')?.contains(target))
    const row = at < 0 ? null : links[at].closest('tr')
    const next = { j: at + 1, k: at < 0 ? links.length - 1 : at - 1 }[key]
    const press = (element) => element && (element.click(), true)
    const done =
      next !== undefined ? (links[Math.max(0, Math.min(links.length - 1, next))]?.focus(), true)
      : key === 'x' ? row && press(one('input[type=checkbox]', row))
      : key === 'a' ? row && press(one('[data-key=a]', row))
      : key === 'u' ? press((row && one('[data-key=u]', row)) ?? one('#status [data-key=u]'))
      : key === '/' ? search()
      : key === '?' && help()
    if (done) event.preventDefault()
  })
  const search = () => {
    const field = one('[type=search]') ?? one('.filter :is(input,select)')
    field?.focus()
    return !!field
  }
  const help = () => {
    const keys = one('#keys')
    keys?.showModal()
    return !!keys
  }
  for (const button of all('[data-help]')) {
    button.hidden = false
    button.addEventListener('click', help)
  }
  one('[data-close]')?.addEventListener('click', () => one('#keys').close())

  // The state of what another program decides is read again; when it is decided, so is the page.
  let looks = 0
  async function look() {
    const place = one('[data-refresh]')
    if (!place || ++looks > 200) return
    if (!document.hidden) {
      const url = place.dataset.refresh
      try {
        const answer = await fetch(url, { credentials: 'same-origin' })
        const fresh = answer.ok && !answer.redirected && one('#' + place.id, await pageOf(answer))
        if (!fresh) return
        const text = fresh.textContent
        if (text !== place.textContent) {
          put(fresh, place)
          say(text, true)
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

  // A digest is copied whole; browsers allow it on pages that came by TLS.
  for (const button of all('[data-copy]')) {
    button.hidden = !navigator.clipboard
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.dataset.copy)
      say(button.dataset.said)
    })
  }

  if (one('[data-print-now]')) print()

  one('.alert[role=alert]')?.scrollIntoView({ block: 'nearest' })
})()
`
