import Typography from '@mui/material/Typography'

/** The specification's error pages: their plain text and nothing else. It is the heading for screen readers only. */
export const PlainTextPage = ({ text = '' }: { text?: string }) => (
  <main>
    <Typography variant="body1" component="h1">
      {text}
    </Typography>
  </main>
)
