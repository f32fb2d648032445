import Typography from '@mui/material/Typography'

/** The specification's error pages: plain text only, as a heading for screen readers. */
export const PlainTextPage = ({ text = '' }: { text?: string }) => (
  <main>
    <Typography variant="body1" component="h1">
      {text}
    </Typography>
  </main>
)
