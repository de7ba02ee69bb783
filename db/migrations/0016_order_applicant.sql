ALTER TABLE `certificate_order` ADD `applicant_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `certificate_order` ADD `applicant_at` integer;--> statement-breakpoint
ALTER TABLE `certificate_order` ADD `applicant_sealed` text;