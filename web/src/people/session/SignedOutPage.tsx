import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { Notice } from '../../base/feedback/Loading.tsx'
import { endSession } from './session.ts'

/** Signs out when opened by a link. */
export function SignedOutPage() {
  useEffect(() => void endSession(), [])
  return (
    <Box component="main">
      <Notice title="You are signed out">
        <p>See you soon.</p>
        <Button variant="contained" component={Link} to="/login">
          Sign in
        </Button>
      </Notice>
    </Box>
  )
}
