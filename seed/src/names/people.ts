/** Names that are common in one part of India or another. */
export const firstNames =
  'Aarav Aditi Aisha Ajay Amrita Ananya Anil Arjun Asmita Ayesha Bhavna Chitra Deepak Devika Divya Farhan Fatima Gauri Gurpreet Harish Harpreet Imran Ishaan Jaya Joseph Kabir Kavita Kiran Lakshmi Lalita Madhav Manoj Meera Mohan Nandini Nasreen Neha Nikhil Padma Pooja Pranav Priya Rahul Rajesh Ramya Rashid Ritu Rohan Saira Sanjay Saraswati Shalini Shreya Siddharth Simran Sneha Suresh Tanvi Tara Tenzin Uma Usha Varun Vidya Vikas Yash Zoya'.split(
    ' ',
  )

export const lastNames =
  'Acharya Ahmed Bannerjee Bhatt Bora Chauhan Chettiar Choudhury Das Deshpande Dsouza Fernandes Gill Gogoi Gowda Gupta Iyer Jain Joshi Kamble Kapoor Kaur Khan Kulkarni Kumar Lama Mathew Mehta Menon Mishra Mukherjee Naidu Nair Pandey Patel Patil Pillai Qureshi Rao Reddy Sahoo Saxena Sen Shah Sharma Shetty Singh Sinha Subramanian Thakur Tirkey Varma Yadav'.split(
    ' ',
  )

export const streets =
  'MG Road,Station Road,Temple Street,Gandhi Nagar,Nehru Marg,Civil Lines,Lake View Road,Church Street,Market Road,Subhash Chowk,Ambedkar Nagar,Residency Road,Sadar Bazaar,Ashok Vihar,Shastri Nagar,Hill Road'.split(
    ',',
  )

export const landmarks =
  'Near the post office,Opposite the metro station,Behind the bus stand,Next to the school,Above the bakery,Near the old clock tower'.split(
    ',',
  )
