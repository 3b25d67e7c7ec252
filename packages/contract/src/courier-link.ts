/** Where couriers show a parcel: the addresses of their public tracking pages, which end with the number. */
const PAGES: Record<string, string> = {
  delhivery: 'https://www.delhivery.com/track-v2/package/',
  bluedart: 'https://www.bluedart.com/trackdartresultthirdparty?trackFor=0&trackNo=',
  ekart: 'https://ekartlogistics.com/shipmenttrack/',
  xpressbees: 'https://www.xpressbees.com/shipment/tracking?awbNo=',
  ecomexpress: 'https://ecomexpress.in/tracking/?awb_field=',
}

/** The page on which a courier shows a parcel; null for a courier that is not known. */
export function courierLink(courier: string | null, number: string | null): string | null {
  const name = courier?.toLowerCase().replaceAll(/[^a-z]/g, '') ?? ''
  const found = Object.keys(PAGES).find((known) => name.startsWith(known))
  return found && number ? PAGES[found] + encodeURIComponent(number) : null
}
