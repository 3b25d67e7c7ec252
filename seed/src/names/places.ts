export interface Place {
  city: string
  state: string
  /** First three digits of the city's pincodes. */
  pin: string
}

/** Cities with their state and the start of their pincodes. */
export const places: Place[] = [
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
