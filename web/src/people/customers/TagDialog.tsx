import { getUser, listCustomerTags, listUsers, Tag } from '@our-print/contract/people/customers.ts'
import { tagUsers } from '@our-print/contract/people/tagUsers.ts'
import { useController, useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { useWrite } from '../../base/api/api.ts'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { ChoiceInput } from '../../base/form/ChoiceInput.tsx'
import { useContractForm } from '../../base/form/contractForm.tsx'
import { useFieldError } from '../../base/form/formErrors.ts'
import { plural } from '../../base/format/format.ts'
import { useUndoBulk } from '../../base/matching/useUndoBulk.ts'
import { TagBox } from './TagBox.tsx'

const Form = z.object({ what: z.enum(['add', 'remove']), tag: Tag })

type Props = { ids: string[]; onClose: () => void }

/** Gives one tag to several customers, or takes it from them. */
export default function TagDialog({ ids, onClose }: Props) {
  const save = useWrite(tagUsers, [listUsers, getUser, listCustomerTags])
  const undo = useUndoBulk()
  const form = useContractForm(Form, { defaultValues: { what: 'add', tag: '' }, mode: 'onSubmit' })
  const what = form.watch('what')

  async function send({ what: does, tag }: z.output<typeof Form>) {
    const body = { ids, [does]: [tag] }
    const { results, bulk_job } = await save.mutateAsync({ body })
    const done = results.filter(({ ok }) => ok).length
    const title = `${plural(done, 'customer')} ${does === 'add' ? `tagged ${tag}` : `without the tag ${tag}`}`
    const refused = results.find(({ ok }) => !ok)
    if (refused && done === 0) {
      toast.failure(title, refused.message ?? undefined)
      return onClose()
    }
    toast.success(title, {
      ...(bulk_job && { undo: () => void undo({ id: bulk_job, title, warns: false }) }),
      ...(refused && {
        detail: `${plural(results.length - done, 'customer')} left as they are. ${refused.message}`,
      }),
    })
    onClose()
  }

  return (
    <FormDialog
      title={`Tag ${plural(ids.length, 'customer')}`}
      form={form}
      save={save}
      submitLabel={what === 'add' ? 'Add the tag' : 'Remove the tag'}
      onClose={onClose}
      // The dialog shows `save.error`.
      onSubmit={(values) => send(values).catch(() => undefined)}
    >
      <ChoiceInput
        name="what"
        label="What to do"
        options={[
          { value: 'add', label: 'Add' },
          { value: 'remove', label: 'Remove' },
        ]}
      />
      <TagField />
    </FormDialog>
  )
}

function TagField() {
  const { control } = useFormContext()
  const { field } = useController({ name: 'tag', control })
  const { value, onChange, onBlur, ref } = field
  return (
    <TagBox
      label="Tag"
      error={useFieldError('tag')}
      placeholder="school"
      text={value as string}
      onText={onChange}
      onChoose={onChange}
      onBlur={onBlur}
      ref={ref}
    />
  )
}
