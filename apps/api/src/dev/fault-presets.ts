/** The faults that show each message of the storefront's error catalogue. */

interface Preset {
  /** What the shopper reads; of a call that is only logged, what happens instead. */
  shows: string
  /** Where to look. */
  where: string
  fault: { path: string; method: string; kind: string; status?: number; message?: string; times?: number }
}

type Call = [method: string, path: string]

const cut = (shows: string, where: string, [method, path]: Call): Preset => ({
  ...{ shows, where },
  fault: { path, method, kind: 'cut' },
})
/** A failure without words of its own: the storefront says what it has for such cases. */
const wordless = (shows: string, where: string, [method, path]: Call): Preset => ({
  ...{ shows, where },
  fault: { path, method, kind: 'failure', status: 500, message: '' },
})
/** A no without words that is no fault of the server's. */
const refused = (shows: string, where: string, [method, path]: Call): Preset => ({
  ...{ shows, where },
  fault: { path, method, kind: 'failure', status: 200, message: '' },
})
const text = (shows: string, where: string, [method, path]: Call): Preset => ({
  ...{ shows, where },
  fault: { path, method, kind: 'text', status: 502 },
})

const FORGOT: Call = ['POST', '/api/auth/forgot-password']
const ADDRESS: Call = ['*', '/api/users/addresses/*']
const ADDRESSES: Call = ['GET', '/api/users/addresses']
const CART: Call = ['GET', '/api/cart']
const ORDER: Call = ['POST', '/api/orders/place-order']
const FILTER: Call = ['GET', '/api/products/filter']

export const PRESETS: readonly Preset[] = [
  cut('Could not connect to the server.', 'Forgot password', FORGOT),
  text('Server error occurred', 'Forgot password', FORGOT),
  wordless('An API error occurred.', 'Forgot password', FORGOT),
  refused('Failed to send OTP. Please try again.', 'Forgot password', FORGOT),
  refused('Invalid or expired OTP. Please try again.', 'Forgot password', ['POST', '/api/auth/verify-otp']),
  refused('Password reset failed. Please try again.', 'Forgot password', [
    'POST',
    '/api/auth/reset-password',
  ]),
  wordless('Login failed. Please try again.', 'Login', ['POST', '/api/auth/login']),
  wordless('Signup failed. Please try again.', 'Sign up', ['POST', '/api/auth/signup']),
  wordless('Failed to load products.', 'Home, Our Products', FILTER),
  cut('Could not fetch profile.', 'Profile', ['GET', '/api/users/profile']),
  cut('Could not fetch addresses.', 'Profile', ADDRESSES),
  cut('Network error. Could not add address.', 'Profile', ['POST', '/api/users/addresses']),
  cut('Network error. Could not update/delete/set default address.', 'Profile', ADDRESS),
  wordless('Failed to add address.', 'Profile, checkout', ['POST', '/api/users/addresses']),
  wordless('Failed to update/delete/set default address.', 'Profile', ADDRESS),
  cut('Network or server error', 'Change password', ['PUT', '/api/users/change-password']),
  cut('Only logged: the quantity goes back', 'Cart', ['PUT', '/api/cart']),
  cut('Only logged: the line comes back', 'Cart', ['DELETE', '/api/cart/*']),
  cut('Only logged: empty lists', 'Listings', FILTER),
  cut('Only logged: no results', 'Search', ['GET', '/api/products/search']),
  cut('Loading banners… then nothing', 'Home', ['GET', '/api/banners']),
  cut('Loading categories… then nothing', 'Home', ['GET', '/api/categories']),
  cut('Loading Hot Deals… then nothing', 'Home', ['GET', '/api/deals/active']),
  cut('The placeholder picture', 'Everywhere', ['GET', '/media/*']),
  cut('No Products Found.', 'Product page', ['GET', '/api/products/{id}']),
  cut('❌ Failed to add item to cart.', 'Product page', ['POST', '/api/cart']),
  cut('Error loading cart items', 'Cart checkout', CART),
  wordless('Failed to load addresses', 'Checkout', ADDRESSES),
  cut('Error loading addresses', 'Checkout', ADDRESSES),
  cut('Something went wrong', 'Checkout, new address', ['POST', '/api/users/addresses']),
  wordless('Failed to apply coupon', 'Checkout', ['POST', '/api/coupons/apply']),
  cut('Failed to apply coupon. Please try again.', 'Checkout', ['POST', '/api/coupons/apply']),
  wordless('Failed to place order, or to initiate payment', 'Checkout', ORDER),
  cut('Error placing order, or initiating payment. Please try again.', 'Checkout', ORDER),
  {
    shows: 'The order is placed, its answer lost: a second try must not order twice',
    where: 'Checkout',
    fault: { path: ORDER[1], method: 'POST', kind: 'lost', times: 1 },
  },
  wordless('Failed to load order details', 'Order confirmation', ['GET', '/api/orders/{id}']),
  {
    shows: 'Order not found',
    where: 'Order confirmation',
    fault: {
      path: '/api/orders/{id}',
      method: 'GET',
      kind: 'failure',
      status: 404,
      message: 'Order not found',
    },
  },
  {
    shows: 'Back to login, whatever the call',
    where: 'Any page of a customer',
    fault: { path: '/api/*', method: '*', kind: 'failure', status: 401, message: 'Unauthorized', times: 1 },
  },
]
