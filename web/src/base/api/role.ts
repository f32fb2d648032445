/** Who is signed in: a super admin or a staff user. */
export type Role = 'admin' | 'staff'
