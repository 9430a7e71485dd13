;;; graphcal-tests.el --- Tests of graphcal.el  -*- lexical-binding: t; -*-

;;; Commentary:

;; emacs -Q --batch -L . -l graphcal-tests.el -f ert-run-tests-batch-and-exit

;;; Code:

(require 'ert)
(require 'graphcal)
(require 'message)

(defmacro graphcal-tests--with (answer &rest body)
  "Run BODY while graphcal answers the lines of ANSWER."
  (declare (indent 1))
  `(let ((graphcal-program (make-temp-file "graphcal-" nil ".sh")))
     (unwind-protect
         (progn
           (with-temp-file graphcal-program
             (insert "#!/bin/sh\nfor last; do :; done\nprintf '%s' \"$last\" > \"$0.asked\"\n"
                     "cat <<'END'\n" ,answer "END\n"))
           (set-file-modes graphcal-program #o700)
           ,@body)
       (delete-file graphcal-program)
       (delete-file (concat graphcal-program ".asked")))))

(ert-deftest graphcal-tests-mailbox ()
  "Names are quoted where a header needs it."
  (should (equal (graphcal-mailbox '("a@x.example" "" "event")) "a@x.example"))
  (should (equal (graphcal-mailbox '("a@x.example" "Jan Müller" "contact"))
                 "Jan Müller <a@x.example>"))
  (should (equal (graphcal-mailbox '("a@x.example" "Müller, J. \"Mo\"" "contact"))
                 "\"Müller, J. \\\"Mo\\\"\" <a@x.example>")))

(ert-deftest graphcal-tests-complete ()
  "What is typed is completed after the last comma, without accents and in every line of the header."
  (graphcal-tests--with "jm@x.example\tJan Müller\tcontact\n"
    (dolist (case '(("To: mul" . "To: Jan Müller <jm@x.example>")
                    ("To: a@b.example, mul" . "To: a@b.example, Jan Müller <jm@x.example>")
                    ("Cc: a@b.example,\n mul" . "Cc: a@b.example,\n Jan Müller <jm@x.example>")
                    ("Subject: mul" . "Subject: mul")))
      (with-temp-buffer
        (insert (car case))
        (setq-local completion-at-point-functions '(graphcal-complete-address))
        (completion-at-point)
        (should (equal (buffer-string) (cdr case)))))
    (with-temp-buffer
      (insert-file-contents (concat graphcal-program ".asked"))
      (should (equal (buffer-string) "mul")))))

(ert-deftest graphcal-tests-order ()
  "Several are offered in the order of graphcal."
  (graphcal-tests--with "z@x.example\tZoe\tevent\na@x.example\tAnn\tcontact\n"
    (should (equal (mapcar #'car (graphcal-addresses "x")) '("z@x.example" "a@x.example")))
    (with-temp-buffer
      (insert "To: x")
      (let* ((capf (graphcal-complete-address))
             (all (completion-all-completions "x" (nth 2 capf) nil 1)))
        (setcdr (last all) nil)
        (should (equal all '("Zoe <z@x.example>" "Ann <a@x.example>")))))))

(ert-deftest graphcal-tests-failure ()
  "A program that fails or is missing offers nobody."
  (let ((graphcal-program "false")) (should-not (graphcal-addresses "x"))))

(ert-deftest graphcal-tests-setup ()
  "Messages get the completion."
  (graphcal-mail-setup)
  (with-temp-buffer
    (message-mode)
    (should (memq 'graphcal-complete-address completion-at-point-functions))))

;;; graphcal-tests.el ends here
