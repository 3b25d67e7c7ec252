import type { DemoAddress, DemoCustomer } from '../shape.ts'
import { type Random, seededRandom } from './random.ts'

/** The password of all generated customers, the same as in the demo. */
const PASSWORD = 'Demo@1234'
/** A step that is coprime to the range, so that no phone number repeats. */
const [PHONE_RANGE, PHONE_STEP] = [1_000_000_000, 387_420_489]

function addressOf(random: Random, full_name: string, phone: string, is_default: boolean): DemoAddress {
  const { city, state, pin } = random.pick(cities)
  return {
    full_name,
    phone,
    address_line1: `${random.between(1, 240)}, ${random.pick(streets)}`,
    address_line2: random.chance(40) ? random.pick(landmarks) : null,
    city,
    state,
    country: 'India',
    pincode: `${pin}${String(random.between(1, 99)).padStart(3, '0')}`,
    is_default,
  }
}

/** The nth generated customer, always the same for the same seed. */
export function customerOf(seed: number, n: number): DemoCustomer {
  const random = seededRandom(seed, 'customer', n)
  const [first, last] = [random.pick(firstNames), random.pick(lastNames)]
  const phone_number = `8${String((n * PHONE_STEP + 200_000_000) % PHONE_RANGE).padStart(9, '0')}`
  const name = `${first} ${last}`
  const addresses = Array.from({ length: random.between(1, 3) }, (_, index) =>
    addressOf(random, name, phone_number, index === 0),
  )
  const email = `${first}.${last}.${n + 1}@example.com`.toLowerCase()
  return { name, email, phone_number, password: PASSWORD, addresses, orders: [] }
}

/** Common names from all parts of India. */
const firstNames =
  'Aarav Aditi Aisha Ajay Amrita Ananya Anil Arjun Asmita Ayesha Bhavna Chitra Deepak Devika Divya Farhan Fatima Gauri Gurpreet Harish Harpreet Imran Ishaan Jaya Joseph Kabir Kavita Kiran Lakshmi Lalita Madhav Manoj Meera Mohan Nandini Nasreen Neha Nikhil Padma Pooja Pranav Priya Rahul Rajesh Ramya Rashid Ritu Rohan Saira Sanjay Saraswati Shalini Shreya Siddharth Simran Sneha Suresh Tanvi Tara Tenzin Uma Usha Varun Vidya Vikas Yash Zoya'.split(
    ' ',
  )

const lastNames =
  'Acharya Ahmed Bannerjee Bhatt Bora Chauhan Chettiar Choudhury Das Deshpande Dsouza Fernandes Gill Gogoi Gowda Gupta Iyer Jain Joshi Kamble Kapoor Kaur Khan Kulkarni Kumar Lama Mathew Mehta Menon Mishra Mukherjee Naidu Nair Pandey Patel Patil Pillai Qureshi Rao Reddy Sahoo Saxena Sen Shah Sharma Shetty Singh Sinha Subramanian Thakur Tirkey Varma Yadav'.split(
    ' ',
  )

const streets =
  'MG Road,Station Road,Temple Street,Gandhi Nagar,Nehru Marg,Civil Lines,Lake View Road,Church Street,Market Road,Subhash Chowk,Ambedkar Nagar,Residency Road,Sadar Bazaar,Ashok Vihar,Shastri Nagar,Hill Road'.split(
    ',',
  )

const landmarks =
  'Near the post office,Opposite the metro station,Behind the bus stand,Next to the school,Above the bakery,Near the old clock tower'.split(
    ',',
  )

interface CityWithPincodes {
  city: string
  state: string
  /** First three digits of the city's pincodes. */
  pin: string
}

export const cities: CityWithPincodes[] = [
  { city: 'Bengaluru', state: 'Karnataka', pin: '560' },
  { city: 'Mysuru', state: 'Karnataka', pin: '570' },
  { city: 'Mumbai', state: 'Maharashtra', pin: '400' },
  { city: 'Pune', state: 'Maharashtra', pin: '411' },
  { city: 'Nagpur', state: 'Maharashtra', pin: '440' },
  { city: 'New Delhi', state: 'Delhi', pin: '110' },
  { city: 'Gurugram', state: 'Haryana', pin: '122' },
  { city: 'Chandigarh', state: 'Chandigarh', pin: '160' },
  { city: 'Ludhiana', state: 'Punjab', pin: '141' },
  { city: 'Jaipur', state: 'Rajasthan', pin: '302' },
  { city: 'Udaipur', state: 'Rajasthan', pin: '313' },
  { city: 'Ahmedabad', state: 'Gujarat', pin: '380' },
  { city: 'Surat', state: 'Gujarat', pin: '395' },
  { city: 'Indore', state: 'Madhya Pradesh', pin: '452' },
  { city: 'Bhopal', state: 'Madhya Pradesh', pin: '462' },
  { city: 'Lucknow', state: 'Uttar Pradesh', pin: '226' },
  { city: 'Kanpur', state: 'Uttar Pradesh', pin: '208' },
  { city: 'Noida', state: 'Uttar Pradesh', pin: '201' },
  { city: 'Dehradun', state: 'Uttarakhand', pin: '248' },
  { city: 'Shimla', state: 'Himachal Pradesh', pin: '171' },
  { city: 'Patna', state: 'Bihar', pin: '800' },
  { city: 'Ranchi', state: 'Jharkhand', pin: '834' },
  { city: 'Kolkata', state: 'West Bengal', pin: '700' },
  { city: 'Guwahati', state: 'Assam', pin: '781' },
  { city: 'Shillong', state: 'Meghalaya', pin: '793' },
  { city: 'Bhubaneswar', state: 'Odisha', pin: '751' },
  { city: 'Raipur', state: 'Chhattisgarh', pin: '492' },
  { city: 'Hyderabad', state: 'Telangana', pin: '500' },
  { city: 'Visakhapatnam', state: 'Andhra Pradesh', pin: '530' },
  { city: 'Chennai', state: 'Tamil Nadu', pin: '600' },
  { city: 'Coimbatore', state: 'Tamil Nadu', pin: '641' },
  { city: 'Kochi', state: 'Kerala', pin: '682' },
  { city: 'Thiruvananthapuram', state: 'Kerala', pin: '695' },
  { city: 'Panaji', state: 'Goa', pin: '403' },
]
