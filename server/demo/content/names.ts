export const firstNames = `
Aarav Aditi Aditya Akash Amit Ananya Anil Anita Anjali Ankit Arjun Arun Asha Bhavna Chetan Deepa Deepak Devika Dinesh
Divya Farhan Fatima Gaurav Geeta Harish Imran Isha Jyoti Karan Kavita Kiran Lakshmi Madhuri Mahesh Manish Meera Mohan
Nandini Naveen Neha Nikhil Nisha Pooja Prakash Pranav Preeti Priya Rahul Rajesh Ramesh Ravi Rekha Ritu Rohan Sanjay
Sneha Sunita Suresh Swati Tara Usha Varun Vidya Vijay Vikram Yash Zoya`
  .trim()
  .split(/\s+/)

export const lastNames = `
Agarwal Bajaj Banerjee Bhat Bose Chatterjee Chauhan Choudhury Das Desai Deshpande Dixit Fernandes Gandhi Ghosh Gowda
Gupta Hegde Iyer Jain Joshi Kamath Kapoor Kaur Khan Kulkarni Kumar Mehta Menon Mishra Mukherjee Nair Naidu Pandey Patel
Pillai Prasad Rao Reddy Saxena Sethi Shah Sharma Shetty Singh Sinha Srinivasan Thomas Tiwari Trivedi Varma Verma Yadav`
  .trim()
  .split(/\s+/)
