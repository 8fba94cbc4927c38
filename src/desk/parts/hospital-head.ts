/** The name, address, tax number and logo of the hospital, with which paper begins. */
import { bdi, type Content, markup } from './html.js'
import type { ReceiptHead, View } from './view.js'

export function hospitalHead(view: View, { name, address, taxNumber, logo }: ReceiptHead): Content {
  return markup`${logo !== undefined && markup`<img src="${logo}" alt="" />`}
    <p class="hospital">${bdi(name)}</p>
    ${address !== undefined && markup`<p class="address" dir="auto">${address}</p>`}
    ${taxNumber !== undefined && markup`<p>${view.t('receipt.taxNumber')} ${bdi(taxNumber)}</p>`}`
}
