ALTER TABLE `document_revision` ADD `hash_state` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `document_revision` ADD `checked_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `document_revision_checked` ON `document_revision` (`checked_at`);