import type { DemoAddress, DemoCustomer, DemoOrder } from './shape.ts'

const password = 'Demo@1234'

const home: DemoAddress = {
  full_name: 'Asha Menon',
  phone: '9876543210',
  address_line1: '14, 3rd Cross, Cambridge Layout',
  address_line2: 'Near Ulsoor Lake',
  city: 'Bengaluru',
  state: 'Karnataka',
  country: 'India',
  pincode: '560008',
  is_default: true,
}

const parents: DemoAddress = {
  full_name: 'Raghavan Menon',
  phone: '9847012345',
  address_line1: 'Sreevalsam, Temple Road, Tripunithura',
  address_line2: null,
  city: 'Kochi',
  state: 'Kerala',
  country: 'India',
  pincode: '682301',
  is_default: false,
}

const line = (product: string, sku: string, quantity = 1) => ({ product, sku, quantity })

/** Twelve orders, newest first, in every status but PENDING. */
const orders: DemoOrder[] = [
  {
    age_days: 0.2,
    status: 'CONFIRMED',
    payment_method: 'COD',
    lines: [
      line('vanya-rose-and-goat-milk-soap', 'CAR401-PACKOF3', 2),
      line('saada-neem-wood-comb', 'CAR408'),
    ],
  },
  {
    age_days: 1,
    status: 'PROCESSING',
    payment_method: 'ONLINE',
    lines: [
      line('panna-hardbound-notebook-a5', 'STA014-SAFFRON', 3),
      line('likhaai-rajah-ebonite-fountain-pen', 'STA013-MEDIUM'),
    ],
    coupon: 'WELCOME10',
  },
  {
    age_days: 3,
    status: 'SHIPPED',
    payment_method: 'ONLINE',
    lines: [line('rasoiya-outer-lid-pressure-cooker', 'KIT021-5LITRE')],
    courier: 'Hawai Express',
    tracking: 'HX482019337IN',
  },
  {
    age_days: 4,
    status: 'OUT_FOR_DELIVERY',
    payment_method: 'COD',
    lines: [
      line('ghumakkad-storm-proof-umbrella', 'OUT911-NAVY'),
      line('chaal-terry-crew-socks-pair', 'SNK213-GREY', 4),
    ],
    courier: 'Dakiya Logistics',
    tracking: 'DK7719024',
  },
  {
    age_days: 12,
    status: 'PAYMENT_FAILED',
    payment_method: 'ONLINE',
    lines: [line('chaal-baadshah-leather-court-sneaker', 'SNK210-ROSE-UK6')],
  },
  {
    age_days: 19,
    status: 'DELIVERED',
    payment_method: 'ONLINE',
    lines: [line('nukkad-adda-canvas-high-top', 'SNK205-RED-UK7')],
    coupon: 'SNEAK15',
    courier: 'Hawai Express',
    tracking: 'HX480771205IN',
  },
  {
    age_days: 27,
    status: 'DELIVERED',
    payment_method: 'COD',
    lines: [
      line('dabba-three-tier-steel-tiffin', 'KIT024-3TIER'),
      line('annam-glass-pickle-jar', 'KIT026-1LITRE', 2),
    ],
    courier: 'Dakiya Logistics',
    tracking: 'DK7698113',
  },
  {
    age_days: 41,
    status: 'CANCELLED',
    payment_method: 'COD',
    lines: [line('maidan-outdoor-basketball', 'SPT033-SIZE7')],
  },
  {
    age_days: 58,
    status: 'DELIVERED',
    payment_method: 'ONLINE',
    lines: [
      line('upchaar-workplace-first-aid-box', 'MED801-FOR10PEOPLE'),
      line('nabz-fingertip-pulse-oximeter', 'MED806-BLUE'),
    ],
    coupon: 'FLAT200',
    courier: 'Hawai Express',
    tracking: 'HX471150982IN',
  },
  {
    age_days: 83,
    status: 'DELIVERED',
    payment_method: 'COD',
    lines: [
      line('gilli-stitched-teddy-bhalu', 'SPT045-BROWN'),
      line('gilli-turned-wood-yo-yo', 'SPT046-RED', 2),
    ],
    courier: 'Dakiya Logistics',
    tracking: 'DK7540266',
  },
  {
    age_days: 120,
    status: 'DELIVERED',
    payment_method: 'ONLINE',
    lines: [line('prayog-student-compound-microscope', 'LAB101-MONOCULAR')],
    courier: 'Hawai Express',
    tracking: 'HX459902714IN',
  },
  {
    age_days: 168,
    status: 'DELIVERED',
    payment_method: 'COD',
    lines: [line('vanya-bhringraj-hair-oil', 'CAR414-200ML', 2)],
    courier: 'Dakiya Logistics',
    tracking: 'DK7311870',
  },
]

/** Asha has orders and addresses, Vikram has neither. */
export const customers: DemoCustomer[] = [
  {
    name: 'Asha Menon',
    email: 'asha@example.com',
    phone_number: '9876543210',
    password,
    addresses: [home, parents],
    orders,
  },
  {
    name: 'Vikram Rathore',
    email: 'vikram@example.com',
    phone_number: '9123456780',
    password,
    addresses: [],
    orders: [],
  },
]
