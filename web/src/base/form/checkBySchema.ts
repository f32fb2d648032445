import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

/** The resolver expects the schema's input as fields; those of a form may differ, and it converts them itself. */
export const checkBySchema = <S extends z.ZodType, Fields extends FieldValues>(schema: S) =>
  zodResolver(schema as never) as unknown as Resolver<Fields, unknown, z.output<S>>
