import { languageNames } from '@our-print/contract/customer/languages.ts'
import { factRow, whyNotTemplate } from '@our-print/contract/customer/messageFacts.ts'
import {
  getMessageTemplate,
  listMessageTemplates,
  type MessageTemplate,
  previewTemplate,
  templateTexts,
  updateMessageTemplate,
} from '@our-print/contract/customer/messageTemplates.ts'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { useWrite } from '../../base/api/api.ts'
import { useCan } from '../../base/api/useCan.ts'
import { differences, onlyTyped, usePatch } from '../../base/api/useUpdate.ts'
import { EditDialog } from '../../base/dialog/EditDialog.tsx'
import { ChoiceInput } from '../../base/form/ChoiceInput.tsx'
import { TextInput, useContractForm } from '../../base/form/contractForm.tsx'
import { onOff } from '../../base/format/format.ts'
import { Button } from '../../base/ui/Button.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { ScrollArea } from '../../base/ui/ScrollArea.tsx'
import { Heading, Text } from '../../base/ui/Text.tsx'

const valuesOf = ({ is_on, subject, body, short }: MessageTemplate) => ({
  is_on: is_on ? 'on' : 'off',
  subject,
  body,
  short,
})

/** The fields, checked for placeholders that this fact does not have. */
function schemaOf({ fact }: MessageTemplate) {
  const checked = (field: keyof typeof templateTexts) =>
    templateTexts[field].superRefine((typed, context) => {
      const reason = whyNotTemplate(fact, typed, field)
      if (reason) context.addIssue({ code: 'custom', message: reason })
    })
  return z.object({
    is_on: z.enum(['on', 'off']).transform((answer) => answer === 'on'),
    subject: checked('subject'),
    body: checked('body'),
    short: checked('short'),
  })
}

const changes = (seen: MessageTemplate, current: MessageTemplate) =>
  differences([
    ['Status', onOff(seen.is_on), onOff(current.is_on)],
    ['Subject', seen.subject, current.subject],
    ['Email', seen.body, current.body],
    ['SMS and WhatsApp', seen.short, current.short],
  ])

type Props = { template: MessageTemplate; onClose: () => void }

/** Changes what customers are told of a fact, with a preview of real data. */
export default function EditTemplateDialog({ template, onClose }: Props) {
  const { label, placeholders, needsConsent } = factRow(template.fact)
  const changing = usePatch(updateMessageTemplate, [listMessageTemplates, getMessageTemplate], {
    record: template,
    describe: changes,
  })
  const form = useContractForm(schemaOf(template), { defaultValues: valuesOf(template) })
  return (
    <EditDialog
      title={`${label}, ${languageNames[template.language]}`}
      what="This template"
      wide
      form={form}
      changing={changing}
      valuesOf={valuesOf}
      bodyOf={onlyTyped}
      savedMessage={() => 'Template saved'}
      onClose={onClose}
    >
      <ChoiceInput
        name="is_on"
        label="Customers are told"
        options={[
          { value: 'on', label: 'On' },
          { value: 'off', label: 'Off' },
        ]}
        hint={needsConsent ? 'Only those who agreed to such messages.' : undefined}
      />
      <Text as="div" size="small" tone="muted" flow="wrap">
        These are filled in: {placeholders.map((each) => `{${each}}`).join(', ')}
      </Text>
      <TextInput name="subject" label="Subject of the email" />
      <TextInput name="body" label="Email" rows={9} hint="An empty line begins a new paragraph." />
      <TextInput name="short" label="SMS and WhatsApp" rows={3} />
      <Preview fact={template.fact} language={template.language} />
    </EditDialog>
  )
}

function Preview({ fact, language }: Pick<MessageTemplate, 'fact' | 'language'>) {
  const sees = [useCan('customers'), useCan('prices')].every(Boolean)
  const [subject, body, short] = useWatch<ReturnType<typeof valuesOf>, ['subject', 'body', 'short']>({
    name: ['subject', 'body', 'short'],
  })
  const preview = useWrite(previewTemplate, [])
  if (!sees) return null
  const shown = preview.data
  return (
    <Stack gap={3} align="start">
      <Button
        loading={preview.isPending}
        onClick={() => preview.mutate({ body: { fact, language, subject, body, short } })}
      >
        Preview
      </Button>
      {preview.error && (
        <Text as="div" role="alert" tone="danger">
          {Object.values(preview.error.fields)[0] ?? preview.error.message}
        </Text>
      )}
      {shown && (
        <Stack gap={2} align="stretch">
          <Text as="div" size="small" tone="muted">
            {shown.about
              ? `As ${shown.about} would get it`
              : 'There is no such record yet, so nothing is filled in.'}
          </Text>
          <Heading level="h3" like="h4">
            {shown.subject}
          </Heading>
          <ScrollArea as="pre" height={220}>
            {shown.text}
          </ScrollArea>
          <Heading level="h3" like="h4">
            SMS and WhatsApp, {shown.short.length} characters
          </Heading>
          <ScrollArea as="pre" height={90}>
            {shown.short}
          </ScrollArea>
        </Stack>
      )}
    </Stack>
  )
}
